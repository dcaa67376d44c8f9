import { expect, test } from "vitest";
import { createBody, findWebhookAddressError, createSecret } from "./webhook";

test("creates a different secret of 32 bytes each time", () => {
  const [first, second] = [createSecret(), createSecret()];
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(second).not.toBe(first);
});

test("creates a body with the positions, their counts, the applications and their URLs", () => {
  const [potter, driver] = [
    { uuid: "p", name: "Potter", count: 2 },
    { uuid: "q", name: "Driver", count: 1 },
  ];
  const message = {
    ...{ client: "c", company: "Acme", language: "en", at: "2026-11-23T18:05:30.000Z" },
    positions: [potter, driver],
    applications: [{ id: "a1", position: "p" }],
  };
  expect(JSON.parse(createBody({ ...message, desk: "https://desk.example/" }))).toEqual({
    type: "application.received",
    timestamp: message.at,
    text: "Acme – 3 new applications https://desk.example/",
    data: {
      ...{ client: "c", count: 3, positions: message.positions, desk: "https://desk.example/" },
      applications: [{ id: "a1", position: "p", url: "https://desk.example/applications/a1" }],
    },
  });
  const empty = { ...message, positions: [], applications: [], desk: undefined };
  expect(JSON.parse(createBody(empty))).toEqual({
    type: "notification.test",
    timestamp: message.at,
    text: "Acme – Test message",
    data: { client: "c", count: 0, positions: [], applications: [] },
  });
});

test.each([
  ...["https://example.com/hook?key=1", "https://hooks.example.com:8443/a"],
  ...["https://exa.mple.com./", "https://xn--bcher-kva.example/"],
  ...["https://localhost.example.com/", "http://localhost:4000/hook", "http://127.0.0.1:4000/"],
  ...["https://[::1]/", "https://ec2-54-72-9-115.eu-west-1.compute.example.com/"],
  ...["https://8.8.8.8.example.com/", "https://172-32-0-1.example.com/"],
  ...["https://v10.0.0.example.com/", "https://release-10-0-0-1a.example.com/"],
  ...["https://08080808.nip.io/", "https://app07f000001.nip.io/"],
  ...["https://app-0abc1234.example.com/"],
])("accepts the URL %s", (address) => {
  expect(findWebhookAddressError(address)).toBeUndefined();
});

test.each([
  ...["example.com/hook", "http://example.com/", "https://user:pass@example.com/"],
  ...["https://10.0.0.1/", "https://169.254.169.254/latest/meta-data", "https://0x0a.1/"],
  ...["https://012.0.0.1/", "https://8.8.8.8/", "https://0.0.0.0/", "https://[fd00::1]/"],
  ...["https://[::ffff:10.0.0.1]/", "https://[fe80::1]/", "https://intranet/"],
  ...["https://localhost./", "https://db.localhost/", "https://printer.local/"],
  ...["https://vault.internal/", "https://nas.home.arpa/", "https://router.lan./"],
  ...["https://127.1/", "https://0x7f.1/", "https://2130706433/", "http://0177.0.0.1/"],
  ...["http://127.1/?//127.0.0.1/", "http://localhost.evil.example/"],
  ...["https://[::ffff:127.0.0.1]/", "http://[0:0:0:0:0:0:0:1]/", "https://10.0.0.1.nip.io/"],
  ...["https://app-10-0-0-1.nip.io/", "https://127-0-0-1.sslip.io/"],
  ...["https://www.192-168-1-250.sslip.io/", "https://100.64.0.1.nip.io./"],
  ...["https://7f000001.nip.io/", "https://www.app-0A000001.sslip.io./", "https://--1.sslip.io/"],
  ...["https://fd00-ec2--254.sslip.io/", "https://fd00-1-2-3-4-5-6-7.nip.io/"],
])("refuses the URL %s", (address) => {
  expect(findWebhookAddressError(address)).toMatch(/^(is|may|must) /);
});
