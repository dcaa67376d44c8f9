import { expect, test, vi } from "vitest";
import type { RawEnv } from "../config/settings.server";
import { push } from "./push.server";

const NOW = Date.UTC(2027, 0, 1);

const SETTINGS = {
  PLATFORM_URL: "https://platform.example",
  PLATFORM_API_KEY: "a-key",
  OPERATOR_EMAIL: "operator@example.com",
};

const createEnv = (send?: () => Promise<void>) =>
  ({
    ...SETTINGS,
    ...(send && { EMAIL: { send }, EMAIL_FROM: "jobs@example.com" }),
  }) as unknown as RawEnv;

test("notifies the operator by email", async () => {
  const send = vi.fn(() => Promise.resolve());
  const incident = { kind: "lost", subject: "", count: 1, since: NOW } as const;
  expect(await push(createEnv(send), [incident], NOW)).toEqual([
    { channel: "email", result: "delivered" },
  ]);
  expect(send).toHaveBeenCalledExactlyOnceWith({
    from: "jobs@example.com",
    to: "operator@example.com",
    subject: "Puerta: lost",
    text: "Puerta: lost\n1 lost: the storage is empty. What to do: Incident 7 in docs/operations.md. Since 2027-01-01T00:00 UTC.",
  });
});

test("explains why no email was sent", async () => {
  expect(await push(createEnv(), [], NOW)).toEqual([
    { channel: "email", result: "EMAIL or EMAIL_FROM is missing" },
  ]);
  const refuse = () => Promise.reject(new TypeError("operator@example.com is not verified"));
  expect(await push(createEnv(refuse), [], NOW)).toEqual([
    { channel: "email", result: "no answer (TypeError)" },
  ]);
});
