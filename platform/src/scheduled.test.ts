import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EACH_HOUR, EACH_MINUTE } from "./scheduled";

test("uses the cron triggers of wrangler.toml", () => {
  const file = readFileSync(new URL("../wrangler.toml", import.meta.url), "utf8");
  expect(file).toContain(`crons = ["${EACH_MINUTE}", "${EACH_HOUR}"]`);
});
