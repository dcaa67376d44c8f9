import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrate } from "./database";
import { readState, updateState } from "./state";

test("records a new database's migrations, so that later ones can be applied", async () => {
  const folder = await mkdtemp(join(tmpdir(), "puerta-database-"));
  await migrate(folder);
  const { migrations } = await readState(folder);
  await updateState(folder, { migrations: "those of an older build" });
  // wrangler would create the tables again, and fail.
  await migrate(folder);
  expect((await readState(folder)).migrations).toBe(migrations);
  await rm(folder, { recursive: true });
});
