// Runs the built Worker directly in workerd, without wrangler.
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { unstable_readConfig } from "wrangler";
import { ROOT } from "../scripts/local";
import { freePort } from "../tests/support/free-port";

/** Limit for the first response, in ms. */
const STARTS_WITHIN = 30_000;

/**
 * @typedef {object} WorkerOptions
 * @property {string} script path of the bundled Worker
 * @property {string} state folder for Durable Object storage and the configuration
 * @property {Record<string, string>} [vars]
 * @property {boolean} [objects] whether the Worker has the site's Durable Objects
 * @property {boolean} [verbose] whether to show the Worker's errors (default: true)
 * @property {string} [cache] `host:port` of the Cache API store (`bench/cache.mjs`)
 */

/**
 * Starts a Worker with the site's compatibility date.
 *
 * @param {WorkerOptions} options
 * @returns {Promise<{ url: string; pid: string; stop: () => void }>} resolves when the Worker responds
 */
export async function startWorkerd({
  script,
  state,
  vars = {},
  objects = false,
  cache,
  verbose = true,
}) {
  const { compatibility_date: date, durable_objects: objectConfig } = readSiteConfig();
  const classes = objects ? objectConfig.bindings : [];
  const port = await freePort();
  await mkdir(join(state, "objects"), { recursive: true });
  const config = `
    using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [
        ( name = "main", worker = .main ),
        ( name = "objects", disk = ( path = ${JSON.stringify(join(state, "objects"))}, writable = true ) ),
        ( name = "internet", network = ( allow = ["private"] ) ),
        ${cache ? `( name = "cache", external = ( address = "${cache}", http = ( style = host ) ) ),` : ""}
      ],
      sockets = [( name = "http", address = "127.0.0.1:${port}", http = (), service = "main" )],
    );
    const main :Workerd.Worker = (
      compatibilityDate = "${date}",
      modules = [( name = "worker.js", esModule = embed ${JSON.stringify(relative(state, script))} )],
      bindings = ${list([
        ...Object.entries(vars).map(([name, text]) => ({ name, text })),
        ...classes.map((bound) => ({ name: bound.name, durableObjectNamespace: bound.class_name })),
      ])},
      durableObjectNamespaces = ${list(
        classes.map(({ class_name: name }) => ({
          className: name,
          uniqueKey: name,
          enableSql: true,
        })),
      )},
      durableObjectStorage = ( localDisk = "objects" ),
      ${cache ? 'cacheApiOutbound = "cache",' : ""}
    );
  `;
  const file = join(state, "config.capnp");
  await writeFile(file, config);
  /** @type {{ default: string }} */
  const { default: binary } = createRequire(import.meta.url)("workerd");
  const child = spawn(binary, ["serve", "--experimental", file], {
    stdio: ["ignore", "ignore", verbose ? "inherit" : "ignore"],
  });
  const url = `http://127.0.0.1:${port}`;
  let isStopped = false;
  child.once("exit", (code, signal) => {
    if (!isStopped) console.error(`workerd exited unexpectedly: ${code ?? signal}`);
  });
  const stop = () => {
    isStopped = true;
    child.kill("SIGKILL");
  };
  const deadline = Date.now() + STARTS_WITHIN;
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error("workerd did not start");
    await sleep(100);
  }
  return { url, pid: String(child.pid), stop };
}

/**
 * @typedef {object} SiteConfig part of `wrangler.toml`
 * @property {string} compatibility_date
 * @property {{ bindings: { name: string; class_name: string }[] }} durable_objects
 */

/** @returns {SiteConfig} */
function readSiteConfig() {
  const config = /** @type {unknown} */ (
    unstable_readConfig({ config: join(ROOT, "wrangler.toml") })
  );
  return /** @type {SiteConfig} */ (config);
}

/** Formats a list of structs in Cap'n Proto's text format. @param {Record<string, string | boolean>[]} structures */
function list(structures) {
  const texts = structures.map((structure) =>
    Object.entries(structure).map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
  );
  return `[${texts.map((fields) => `( ${fields.join(", ")} )`).join(", ")}]`;
}
