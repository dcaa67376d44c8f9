import { expect, test } from "vitest";
import { STORAGE_VERSION } from "~/app/application/delivery/state";
import { describeWayBack } from "./way-back";

test("names every storage version after the first, and every migration", () => {
  const lines = describeWayBack(true, ["0001_a.sql", "0002_b.sql", "0099_c.sql"]).join("\n");
  for (let version = 2; version <= STORAGE_VERSION; version += 1) {
    expect(lines).toContain(`storage version ${version}: `);
  }
  expect(lines).toContain("tables 0002_b: stay; ");
  expect(lines).toContain("tables 0099_c: stay; older builds do not use its tables");
  expect(lines).not.toContain("0001");
});

test("names no tables without the embedded platform", () => {
  expect(describeWayBack(false).join("\n")).not.toContain("tables");
});
