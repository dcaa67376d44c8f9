import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { expect, test } from "vitest";
import { makeCompany } from "../boards/companies.mjs";
import { uuidOf } from "./ids.mjs";

test("an id that is made of a text is a uuid, and the same each time", () => {
  expect(z.uuid().parse(uuidOf("a"))).toBe(uuidOf("a"));
  expect(uuidOf("a")).not.toBe(uuidOf("b"));
});

test("a board keeps the id that it has had", async () => {
  const folder = await mkdtemp(join(tmpdir(), "puerta-ids-"));
  try {
    const { uuid } = await makeCompany(folder, "greenhouse:acme");
    expect(uuid).toBe("8e35ad6a-ead8-853c-88b0-867d7235308d");
  } finally {
    await rm(folder, { recursive: true });
  }
});
