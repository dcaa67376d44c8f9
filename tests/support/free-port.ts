import { randomInt } from "node:crypto";
import { isPortFree } from "~/scripts/site-server";

/**
 * Finds a free loopback port for servers that can't report their own port. The port is below the ephemeral
 * range, which begins at 32,768 on Linux, so that no outgoing connection uses it before the server starts.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(20_000, 32_000);
    if (await isPortFree(port)) return port;
  }
  throw new Error("No port is free");
}
