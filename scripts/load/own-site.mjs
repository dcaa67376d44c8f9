// A site for a load run: as `npm start` runs it, with the embedded platform, and nothing left afterwards.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { cpuMs } from "../../bench/measure.mjs";
import { rowsOf } from "../database.mjs";
import { ensureLocalSecrets } from "../local.mjs";
import { seed, seededCompanies } from "../seed.mjs";
import { freePort, startSiteServer } from "../site-server.mjs";

const Arrived = z.object({ id: z.string() });

/** Starts the built site without limits, on a port and a database of its own. */
export async function startOwnSite() {
  const persistTo = await mkdtemp(join(tmpdir(), "puerta-load-"));
  const remove = () => rm(persistTo, { recursive: true, force: true, maxRetries: 5 });
  try {
    await ensureLocalSecrets();
    await seed({ persistTo });
    const port = await freePort();
    const server = await startSiteServer({
      embedded: true,
      port,
      persistTo,
      vars: { RATE_LIMITS: "off" },
    });
    const [company] = await seededCompanies();
    if (!company) throw new Error("The seed has no company");
    return {
      careerSite: new URL(`/${company.code}/${company.uuid}`, server.url),
      /** CPU that the Workers have used so far, in ms; undefined where /proc does not say. */
      cpuMs: async () => {
        const pid = await workersIn(String(server.pid), port);
        return pid === undefined ? undefined : cpuMs(pid);
      },
      /** The ids of the applications that the platform holds, one for each row. */
      arrived: async () => {
        const sql = "SELECT idempotency_key AS id FROM applications";
        return (await rowsOf({ persistTo, remote: false }, sql, Arrived)).map(({ id }) => id);
      },
      stop: async () => {
        await server.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * The process of a group that runs the Workers: workerd, but not the one in front of it, which listens on
 * the site's port and only hands requests on.
 *
 * @param {string} group @param {number} port @returns {Promise<string | undefined>} its id
 */
async function workersIn(group, port) {
  const names = await readdir("/proc").catch(() => []);
  for (const pid of names.filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const [, name, rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
    if (name !== "workerd" || rest.split(" ")[2] !== group) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (!command.includes(`entry=127.0.0.1:${port}\0`)) return pid;
  }
  return undefined;
}
