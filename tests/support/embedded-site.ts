import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureLocalSecrets } from "../../scripts/local";
import { migrate } from "../../cli/lib/database";
import { updateState } from "../../cli/lib/state";
import { startSiteServer } from "../../scripts/site-server";
import { addExamples } from "./examples";

/**
 * Runs the site as `npm start` does, with `wrangler dev`, the embedded platform and the example
 * companies.
 */
export async function startEmbeddedSite(vars: Record<string, string> = {}) {
  const state = await mkdtemp(join(tmpdir(), "puerta-state-"));
  const { adminSecret } = await ensureLocalSecrets();
  await migrate(state);
  const { url, lines, stop } = await startSiteServer({
    embedded: true,
    persistTo: state,
    vars: { RATE_LIMITS: "off", ...vars },
  });
  await addExamples(url, adminSecret);
  // Lets commands with this state folder find the site.
  await updateState(state, { running: { url, pid: process.pid } });
  return {
    url,
    /** Every line that the Worker and its server have printed so far. */
    log: lines,
    /** The state folder, for the commands' `--persist-to`. */
    state,
    async stop() {
      await stop();
      await rm(state, { recursive: true, force: true });
    },
  };
}

export type EmbeddedSite = Awaited<ReturnType<typeof startEmbeddedSite>>;
