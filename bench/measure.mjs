// Sends requests and measures a process's CPU and memory.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT, TSX } from "../scripts/local";

export const CONCURRENCY = 16;

/** Host name of all requests, so cache keys don't depend on the port. */
export const HOST = "careers.example";

/** Clock ticks per second in /proc. */
const TICKS = 100;

export const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });

/** @param {string} url @returns {Promise<{ status: number; bytes: number; cacheStatus: string }>} */
export function sendRequest(url) {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { Host: HOST } }, (response) => {
      let bytes = 0;
      response.on("data", (/** @type {Buffer} */ chunk) => (bytes += chunk.length));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          bytes,
          cacheStatus: String(response.headers["cache-status"] ?? ""),
        }),
      );
    }).on("error", reject);
  });
}

/** Returns the CPU time of a process, in ms. @param {string} pid */
export async function cpuMs(pid) {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

/** Reads a process's status from /proc. Empty after the process has ended. @param {string} pid */
const status = (pid) => readFile(`/proc/${pid}/status`, "utf8").catch(() => "");

/** Returns the resident memory of a process, in MB (2^20 bytes). @param {string} pid */
export async function residentMb(pid) {
  const [, kb = "0"] = /VmRSS:\s+(\d+)/.exec(await status(pid)) ?? [];
  return Number(kb) / 1024;
}

/** @param {number[]} values */
export const median = (values) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Starts a platform as a child process that exits with this process.
 *
 * @param {"platform.mjs" | "fake-platform.mjs"} script @param {Record<string, string>} [env]
 */
export async function startPlatform(script, env = {}) {
  const child = spawn(process.execPath, [...TSX, join(ROOT, "bench", script)], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  /** @type {string} */
  const url = await new Promise((resolve) =>
    createInterface({ input: child.stdout }).once("line", resolve),
  );
  return { url, stop: () => void child.stdin.end() };
}
