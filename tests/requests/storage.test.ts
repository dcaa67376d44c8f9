import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { describeOpened } from "../storage/opened";
import { aboutOf } from "../storage/pack";
import { BUILDS } from "../storage/present";

const abouts = await Promise.all(BUILDS.map(aboutOf));

test("every fixture is opened", async () => {
  const folders = await readdir(new URL("../fixtures/storage/", import.meta.url), {
    withFileTypes: true,
  });
  const builds = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect([...BUILDS].sort()).toEqual(builds.sort());
});

describe.each(abouts)("with what the build $build stored:", (about) => {
  describeOpened(about);
});
