import { expect, test } from "vitest";
import { createFailure, formatFailure, parseStored, toStored, FAILURES } from "./failure";
import { describeSettings, readEmailSettings } from "./settings";

const from = "jobs@acme.example";
const login = { EMAIL_USER: "jobs", EMAIL_PASSWORD: "secret" };
const smtp = { kind: "smtp", from, host: "mail.acme.example" };

test.each([
  [
    "smtps://mail.acme.example",
    { ...smtp, port: 465, isSecure: true },
    "SMTP mail.acme.example:465",
  ],
  [
    "smtp://mail.acme.example",
    { ...smtp, port: 587, isSecure: false },
    "SMTP mail.acme.example:587",
  ],
  [
    "smtp://mail.acme.example:2525",
    { ...smtp, port: 2525, isSecure: false },
    "SMTP mail.acme.example:2525",
  ],
  [
    "https://api.mail.example/emails?key=1",
    { kind: "http", from, url: "https://api.mail.example/emails?key=1", token: "secret" },
    "https://api.mail.example",
  ],
  ["catcher:", { kind: "catcher", from }, "catcher"],
])("reads %s", (EMAIL_URL, expected, described) => {
  const settings = readEmailSettings({ EMAIL_URL, EMAIL_FROM: from, ...login });
  expect(settings).toMatchObject(expected);
  if (!settings || "error" in settings) throw new Error("The settings are invalid");
  expect(describeSettings(settings)).toBe(described);
});

test.each([
  [{ EMAIL_URL: "smtp://mail.acme.example" }, "EMAIL_FROM is missing"],
  [{ EMAIL_URL: "smtp://mail.acme.example", EMAIL_FROM: "Jobs <a@b.example>" }, "not an email"],
  [{ EMAIL_URL: "smtp://mail.acme.example:25", EMAIL_FROM: from }, "port 25"],
  [{ EMAIL_URL: "smtp://u:p@mail.acme.example", EMAIL_FROM: from }, "must not contain"],
  [{ EMAIL_URL: "smtp://mail.acme.example", EMAIL_FROM: from, EMAIL_USER: "u" }, "belong together"],
  [{ EMAIL_URL: "mail.acme.example", EMAIL_FROM: from }, "is not an address"],
  [{ EMAIL_URL: "ftp://mail.acme.example", EMAIL_FROM: from }, "must begin with"],
  [{ EMAIL_URL: "http://mail.acme.example/send", EMAIL_FROM: from }, "must begin with"],
  [{ EMAIL_URL: "smtp:", EMAIL_FROM: from }, "must begin with"],
])("refuses %j", (variables, error) => {
  expect(readEmailSettings(variables)).toEqual({ error: expect.stringContaining(error) as string });
});

test("sends nothing without settings", () => {
  expect(readEmailSettings({})).toBeUndefined();
});

test.each(FAILURES)("stores the failure %s and describes it", (reason) => {
  const failure = createFailure(reason, "535 x");
  expect(parseStored(toStored(failure))).toEqual(failure);
  expect(formatFailure(failure)).toMatch(/535 x/);
});
