import { expect, test } from "vitest";
import { keptAnswers } from "./kept-answers.server";

test("an answer counts by its texts, and by the number of its values", () => {
  const kept = keptAnswers(1000);
  const put = (value: unknown) => kept.put("a", { value, clientUuid: "c1", readAt: 0 });
  put("x".repeat(475));
  expect(kept.get("a")).toBeDefined();
  put(Array.from({ length: 20 }, () => ({ name: "job" })));
  expect(kept.get("a")).toBeUndefined();
});
