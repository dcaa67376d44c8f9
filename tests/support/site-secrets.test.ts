import { afterEach, expect, test, vi } from "vitest";
import { resolveSite } from "../../cli/lib/platform";

afterEach(() => vi.unstubAllEnvs());

test.each([
  [{ remote: true }, "https://jobs.example", "the secret"],
  [{ url: "https://jobs.example/acme" }, "https://jobs.example", "the secret"],
  [{ url: "https://other.example" }, "https://other.example", ""],
  // A deployed environment has a file of its own.
  [{ url: "https://jobs.example", env: "staging" }, "https://jobs.example", ""],
])("the secrets of PUERTA_URL go to no other site: %j", async (where, url, adminSecret) => {
  vi.stubEnv("PUERTA_URL", "https://jobs.example");
  vi.stubEnv("ADMIN_SECRET", "the secret");
  expect(await resolveSite(where)).toMatchObject({ url, adminSecret });
});

test("a secret is sent by https, or to this machine", async () => {
  await expect(resolveSite({ url: "http://jobs.example" })).rejects.toThrow("must begin with https");
});
