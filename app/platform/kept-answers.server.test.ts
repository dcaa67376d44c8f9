import { expect, test } from "vitest";
import { KeptAnswers } from "./kept-answers.server";

const answer = (value: unknown) => ({ value, clientUuid: "c1", readAt: 0 });
const ofBytes = (bytes: number) => answer("x".repeat((bytes - 50) / 2));

test("the answer that was put here longest ago makes room for a new one", () => {
  const kept = new KeptAnswers(1000);
  kept.put("a", ofBytes(400));
  kept.put("b", ofBytes(400));
  kept.put("a", ofBytes(400));
  kept.put("c", ofBytes(400));
  expect(["a", "b", "c"].filter((key) => kept.get(key))).toEqual(["a", "c"]);
});

test("an answer that is too large by itself is not kept, nor what it would replace", () => {
  const kept = new KeptAnswers(1000);
  kept.put("a", ofBytes(400));
  kept.put("a", answer(Array.from({ length: 20 }, () => ({ name: "job" }))));
  expect(kept.get("a")).toBeUndefined();
  kept.put("b", ofBytes(1000));
  expect(kept.get("b")).toBeDefined();
});

test("what is taken out makes room", () => {
  const kept = new KeptAnswers(1000);
  kept.put("a", ofBytes(600));
  kept.remove("a");
  kept.remove("a");
  kept.put("b", ofBytes(1000));
  expect(kept.get("b")).toBeDefined();
  kept.clear();
  kept.put("c", ofBytes(600));
  kept.put("d", ofBytes(400));
  expect(["b", "c", "d"].filter((key) => kept.get(key))).toEqual(["c", "d"]);
});
