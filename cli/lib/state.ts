import { existsSync } from "node:fs";
import { access, constants, mkdir, readFile, realpath, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod";
import { STATE } from "~/scripts/local";
import { Stop } from "~/scripts/stop";

const State = z.object({
  migrations: z.string().optional(),
  /** Whether the example companies were added, which happens only once. */
  examples: z.boolean().optional(),
  /** Whether the desk's first sign-in code was created. */
  hasDeskCode: z.boolean().optional(),
  home: z.string().optional(),
  /** `folder` is the state folder, because a copied folder has a copy of this file. */
  running: z.object({ url: z.string(), pid: z.number(), folder: z.string().optional() }).optional(),
});

export type State = z.infer<typeof State>;

const stateFile = (folder: string) => join(folder, "puerta.json");

export const stateFolder = (persistTo: string | undefined): string => resolve(persistTo ?? STATE);

/** @throws Stop if the folder cannot be created or written to */
export async function ensureStateFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch {
    throw new Stop(`${folder} is not a folder to write to. Choose another: --persist-to FOLDER`);
  }
}

export async function readState(folder: string): Promise<State> {
  const file = stateFile(folder);
  if (!existsSync(file)) return {};
  return State.parse(JSON.parse(await readFile(file, "utf8")));
}

export async function updateState(folder: string, changes: State): Promise<void> {
  const state = { ...(await readState(folder)), ...changes };
  await mkdir(folder, { recursive: true });
  const temp = `${stateFile(folder)}.${process.pid}`;
  await writeFile(temp, JSON.stringify(state));
  await rename(temp, stateFile(folder));
}

/** Returns the URL of the site that uses a state folder; undefined if none is running. */
export async function runningSite(folder: string): Promise<string | undefined> {
  const { running } = await readState(folder);
  if (!running || !isAlive(running.pid)) return undefined;
  if (running.folder !== undefined && running.folder !== (await realpath(folder))) return undefined;
  const signal = AbortSignal.timeout(20_000);
  try {
    const { ok } = await fetch(`${running.url}/-/alive.txt`, { signal });
    return ok ? running.url : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
