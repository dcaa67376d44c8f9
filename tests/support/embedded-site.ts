import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureLocalSecrets } from "../../scripts/local.mjs";
import { seed } from "../../scripts/seed.mjs";
import { startSiteServer } from "../../scripts/site-server.mjs";

/**
 * Runs the site as `npm start` does: by `wrangler dev`, with the embedded platform beside it, seeded
 * with the example companies.
 */
export async function startEmbeddedSite() {
  const state = await mkdtemp(join(tmpdir(), "puerta-state-"));
  await ensureLocalSecrets();
  await seed({ persistTo: state });
  const { url, lines, stop } = await startSiteServer({
    embedded: true,
    persistTo: state,
    vars: { RATE_LIMITS: "off" },
  });
  return {
    url,
    /** Every line that the Worker or its server has printed so far. */
    log: lines,
    /** The state folder, for the scripts' `--persist-to`. */
    state,
    async stop() {
      await stop();
      await rm(state, { recursive: true, force: true });
    },
  };
}

export type EmbeddedSite = Awaited<ReturnType<typeof startEmbeddedSite>>;
