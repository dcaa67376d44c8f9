import { expect, test } from "vitest";
import { exampleNumbers } from "../../../tests/support/example-numbers";
import { messagesFor } from "../../i18n/messages";
import { validateApplication } from "./validation.server";

const t = messagesFor("en");
const position = { isCvRequired: false, killerQuestions: [], openQuestions: [] };

test("the server takes a number of every country and type, in every shape", () => {
  const refused = exampleNumbers().filter(({ country, e164, national, international }) => {
    const shapes = country === undefined ? [international] : [international, national, e164];
    const rules = { position: { ...position, country: country ?? "ES" }, t };
    return shapes.some((phone) => {
      const values = new Map(
        Object.entries({ first_name: "Ana", last_name: "Paz", phone, privacy_policy: "true" }),
      );
      const checked = validateApplication(values, { state: "none" }, rules);
      return !checked.ok || checked.application.phone !== e164;
    });
  });
  expect(refused).toEqual([]);
});
