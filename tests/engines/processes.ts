import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** Returns the path of an installed program, or undefined. */
export function findProgram(program: string): string | undefined {
  const { status, stdout } = spawnSync("sh", ["-c", 'command -v "$0"', program]);
  return status === 0 ? String(stdout).trim() : undefined;
}

/** Starts a program in a new process group, so that `killProcess` also ends its child processes. */
export function startProcess(
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): ChildProcess {
  const child = spawn(program, args, {
    detached: true,
    // Without this variable, the browser starts a D-Bus daemon that outlives it.
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: "disabled:", ...env },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  child.stderr?.resume();
  return child;
}

/** Kills a process from `startProcess` and its children. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const ended = child.exitCode ?? child.signalCode ?? once(child, "exit");
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has already ended.
  }
  await ended;
}

/** Returns the IPv4 port that a program listens on, from /proc (Linux only). */
export async function findListeningPort({ pid }: ChildProcess): Promise<number> {
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
  if (hex === undefined) throw new Error("The program does not listen yet");
  return parseInt(hex, 16);
}

/** The state of a listening socket in /proc/net/tcp. */
const LISTEN = "0A";

export async function createTempFolder() {
  const folder = await mkdtemp(join(tmpdir(), "puerta-engine-"));
  return {
    folder,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Repeats an action until it succeeds. After the timeout, throws the last error. */
export async function retry<Result>(action: () => Promise<Result>, timeoutMs: number) {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await action();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

export async function readFirstLine(stream: Readable): Promise<string> {
  const [line] = (await once(createInterface({ input: stream }), "line")) as [string];
  return line;
}
