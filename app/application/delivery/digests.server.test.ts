import { expect, test } from "vitest";
import { digestText } from "./digests.server";

test("a digest is made of the salt, the fields and every file", () => {
  const application = {
    firstName: "Ana",
    lastName: "Pérez",
    phone: "+34612345678",
    killerQuestions: [],
    openQuestions: [],
  };
  const text = digestText({
    application,
    salt: "salt",
    cvDigest: "salted cv",
    files: [["portfolio", "salted other"]],
    fields: '[{"id":"email"}]',
  });
  const parts = [application, "salted cv", [["portfolio", "salted other"]], '[{"id":"email"}]'];
  expect(text).toBe(`salt ${JSON.stringify(parts)}`);
});
