import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** Where a program is installed; undefined if it is not. */
export function whereIs(program: string): string | undefined {
  const { status, stdout } = spawnSync("sh", ["-c", 'command -v "$0"', program]);
  return status === 0 ? String(stdout).trim() : undefined;
}

/** Starts a program in a process group of its own, so that it can be ended with all that it starts. */
export function start(program: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(program, args, {
    detached: true,
    // Without a bus of its own, a browser would start one that outlives it.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: "disabled:", ...env },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  child.stderr?.resume();
  return child;
}

/** Ends a program that `start` started, with all that it started itself. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const ended = child.exitCode ?? child.signalCode ?? once(child, "exit");
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // All of it has ended already.
  }
  await ended;
}

/** The port on which a program listens, for one that does not report it. Linux alone has it in /proc. */
export async function listeningPort({ pid }: ChildProcess): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all(
    (await readdir(folder)).map((fd) => readlink(join(folder, fd)).catch(() => "")),
  );
  const inodes = links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]);
  const rows = (await readFile(`/proc/${pid}/net/tcp`, "utf8")).trim().split("\n");
  const listening = rows
    .map((row) => row.trim().split(/\s+/))
    .find(([, , , state, , , , , , inode]) => state === LISTEN && inodes.includes(inode));
  const [, hex] = listening?.[1]?.split(":") ?? [];
  if (hex === undefined) throw new Error("It does not listen yet");
  return parseInt(hex, 16);
}

/** The state of a listening socket in /proc/net/tcp. */
const LISTEN = "0A";

/** A folder for what a browser writes, and what removes it. */
export async function scratch() {
  const folder = await mkdtemp(join(tmpdir(), "puerta-engine-"));
  return {
    folder,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Tries until it succeeds, because a program that has just been started takes a moment. */
export async function until<Found>(tries: () => Promise<Found>, milliseconds: number) {
  const end = performance.now() + milliseconds;
  for (;;) {
    try {
      return await tries();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** The first line that a program writes to a pipe. */
export async function firstLine(stream: Readable): Promise<string> {
  const [line] = (await once(createInterface({ input: stream }), "line")) as [string];
  return line;
}
