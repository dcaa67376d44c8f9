// `npm run cron`: what the deployed platform does by the clock, done once on this machine, where no
// cron trigger runs: companies are told what waits, and what has had its months is deleted.
import { unstable_readConfig as readConfig } from "wrangler";
import { z } from "zod";
import { runCommand, whereOf } from "./arguments.mjs";
import { ensureLocalSecrets, PLATFORM_CONFIG, Stop } from "./local.mjs";
import { startSiteServer } from "./site-server.mjs";

const USAGE = `npm run cron      does once, on this machine, what the deployed platform does by the clock
  --persist-to FOLDER  the local state folder (default: .wrangler/state)`;

/** Runs the platform's cron triggers once. @param {string} persistTo @returns what the platform logged */
export async function runCrons(persistTo) {
  const { triggers } = z
    .object({ triggers: z.object({ crons: z.array(z.string()) }) })
    .parse(readConfig({ config: PLATFORM_CONFIG }));
  await ensureLocalSecrets();
  const server = await startSiteServer({
    site: false,
    embedded: true,
    persistTo,
  });
  try {
    const before = server.lines.length;
    for (const cron of triggers.crons) {
      const query = new URLSearchParams({ cron, time: String(Date.now()) });
      const answer = await fetch(`${server.url}/cdn-cgi/handler/scheduled?${query}`);
      if (!answer.ok) throw new Stop(`It failed.\n${server.lines.slice(-20).join("\n")}`);
    }
    // The log comes after the answer. Retention always says how many it has deleted.
    const hasSaid = () => server.lines.some((line) => line.includes("Retention:"));
    for (let look = 0; look < 100 && !hasSaid(); look++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return server.lines
      .slice(before)
      .filter((line) => line.trim() !== "" && !line.includes("wrangler:info] GET "));
  } finally {
    await server.stop();
  }
}

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({ "persist-to": { type: "string" } }),
};

await runCommand(import.meta.url, COMMAND, async ({ values }) => {
  const lines = await runCrons(whereOf(values, USAGE).persistTo);
  console.log([...lines, "Done."].join("\n"));
});
