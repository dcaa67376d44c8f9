import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { describeOpened } from "../storage/opened";
import { aboutOf, unpacked } from "../storage/pack";
import { BUILDS, PRESENT } from "../storage/present";
import { shapesIn } from "../storage/shapes";

const abouts = await Promise.all(BUILDS.map(aboutOf));

test("every fixture is opened", async () => {
  const folders = await readdir(new URL("../fixtures/storage/", import.meta.url), {
    withFileTypes: true,
  });
  const builds = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect([...BUILDS].sort()).toEqual(builds.sort());
});

describe.each(abouts)("with what the build $build stored:", (about) => {
  // What earlier builds stored is of other shapes.
  describeOpened(about, about.build === PRESENT ? { atEnd: expectKnownShapes } : {});
});

/** What today's build stores is of the shapes that the fixture has: another needs a fixture of its own. */
async function expectKnownShapes(state: string) {
  const present = await unpacked(PRESENT, { ago: 0 });
  const known = await shapesIn(present.state);
  await present.remove();
  expect((await shapesIn(state)).filter((shape) => !known.includes(shape))).toEqual([]);
}
