import { randomInt } from "node:crypto";
import { isPortFree } from "../../scripts/site-server";

/**
 * A free loopback port, for servers that cannot report the port they got. It is below the ephemeral range
 * (Linux from 32,768, others from 49,152), so that no outgoing connection takes it before it is used.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(20_000, 32_000);
    if (await isPortFree(port)) return port;
  }
  throw new Error("No port is free");
}
