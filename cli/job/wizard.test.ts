import { expect, test } from "vitest";
import { askJob } from "./wizard";

const ask = (description: string) =>
  askJob({ title: "Cook", location: "Hull", description }, false);

test("accepts text, a file's text or a folder's name as the description", async () => {
  expect(await ask("You cook.")).toMatchObject({ description: "You cook." });
  expect(await ask("cli/job/wizard.ts")).toMatchObject({
    description: expect.stringMatching("^// Asks") as string,
  });
  expect(await ask("cli")).toMatchObject({ description: "cli" });
});

test.each([
  ["nowhere.md", "There is no file nowhere.md."],
  [" ", "Enter a text."],
])("refuses the description %j of an option", async (text, problem) => {
  await expect(ask(text)).rejects.toThrow(problem);
});
