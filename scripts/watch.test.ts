import { mkdir, mkdtemp, rename, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reportBuild, watchFolders } from "./watch";

let folder: string;
let watcher: { close: () => Promise<void> } | undefined;
const work = vi.fn(() => Promise.resolve());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-watch-"));
  await mkdir(join(folder, "deep", "er"), { recursive: true });
  for (const name of ["a.ts", "b.generated.ts"]) await writeFile(join(folder, "deep", name), "1");
  work.mockClear();
  watcher = await watchFolders([folder], work, (file) => file.includes(".generated."));
});
afterEach(async () => {
  await watcher?.close();
  await rm(folder, { recursive: true, force: true });
});

const pathTo = (name: string) => join(folder, "deep", name);

/** Makes a change and waits until `work` is called. */
async function expectWork(change: () => Promise<unknown>) {
  const before = work.mock.calls.length;
  await change();
  await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(before), 20_000);
}

/** Saves as `sed -i`, Vim and "safe write" do: a new file takes the name of the old one. */
async function replace(name: string, text: string) {
  await writeFile(pathTo(`${name}~`), text);
  await rename(pathTo(`${name}~`), pathTo(name));
}

test("notices files that are repeatedly replaced, written, renamed, created and deleted", async () => {
  await expectWork(() => replace("a.ts", "2"));
  await expectWork(() => replace("a.ts", "3"));
  await expectWork(() => writeFile(pathTo("a.ts"), "4"));
  await expectWork(() => rename(pathTo("a.ts"), pathTo("c.ts")));
  await expectWork(() => replace("c.ts", "5"));
  await expectWork(() => writeFile(pathTo("new.ts"), "1"));
  await expectWork(() => unlink(pathTo("new.ts")));
  await expectWork(() => mkdir(pathTo("fresh")));
  await expectWork(() => writeFile(pathTo("fresh/d.ts"), "1"));
  await expectWork(() => replace("fresh/d.ts", "2"));
});

test("calls `work` once for a burst of changes, never for an ignored file, and never concurrently", async () => {
  let running = 0;
  work.mockImplementation(async () => {
    running += 1;
    expect(running).toBe(1);
    await new Promise(setImmediate);
    running -= 1;
  });
  await writeFile(pathTo("b.generated.ts"), "2");
  await expectWork(async () => {
    for (let time = 0; time < 5; time++) await replace("a.ts", String(time));
  });
  expect(work).toHaveBeenCalledTimes(1);
});

test("prints how long a build took, or why it failed", async () => {
  const log = vi.spyOn(console, "log").mockReturnValue();
  const error = vi.spyOn(console, "error").mockReturnValue();
  try {
    await reportBuild(() => Promise.reject(new Error("app/a.ts:3:1: Unexpected }")));
    expect(log).not.toHaveBeenCalled();
    expect(error.mock.calls).toEqual([
      ["The build failed. Waiting for changes.\napp/a.ts:3:1: Unexpected }"],
    ]);
    await reportBuild(() => Promise.resolve());
    expect(log.mock.calls).toEqual([[expect.stringMatching(/^Rebuilt in \d+\.\d s$/)]]);
  } finally {
    vi.restoreAllMocks();
  }
});
