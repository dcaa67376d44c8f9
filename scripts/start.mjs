// `npm start`: builds the site, brings the embedded platform up to date, and runs both. With
// `--board` it runs in front of boards of other systems instead; other arguments are wrangler's.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { runCommand } from "./arguments.mjs";
import { atBoard } from "../cli/boards/start.mjs";
import { buildSite } from "./build.mjs";
import { companiesAt } from "../cli/company/database.mjs";
import { addresses } from "../cli/company/options.mjs";
import { unpublished } from "../cli/company/unpublished.mjs";
import { deskLines, phraseOfFirstStart } from "../cli/desk/old-command.mjs";
import { ensureLocalSecrets, PLATFORM_CONFIG, readSecret, ROOT, STATE, Stop } from "./local.mjs";
import { SEED_FOLDER } from "../cli/company/files.mjs";
import { seed, seededCompanies } from "./seed.mjs";
import { isPortFree, startSiteServer } from "./site-server.mjs";
import { refuseUnknownVariables } from "./variables.mjs";

const DEFAULT_PORT = 8787;

export const NO_EXAMPLES = "--no-examples";

const OPTIONS_IN_WORDS = `  --board              in front of the boards of adapters/companies (docs/boards.md)
  --board COMPANY      in front of one of them, by its code or its folder's name
  --board ADDRESS      in front of any board, such as https://jobs.example/acme, or SYSTEM:NAME
  --env NAME           external or boards: an environment without the embedded platform
  --port PORT          the port (default: PORT, or ${DEFAULT_PORT})
  --no-examples        does not add the example companies
  --var NAME:VALUE     a variable of the site (docs/deploy.md#variables); as often as you like
  -- OPTIONS           options of wrangler dev
Ctrl+C stops it.`;

/** What `npm start` and `npm run dev` take; the rest, behind `--`, is wrangler's. */
const OPTIONS = /** @type {const} */ ({
  board: { type: "string" },
  env: { type: "string", short: "e" },
  port: { type: "string" },
  "no-examples": { type: "boolean", default: false },
  var: { type: "string", multiple: true },
});

const Vars = z.object({ PLATFORM_URL: z.string().optional() });

/** The port that `PORT`, or `--port`, names; 0 is any free one. @throws {Stop} when it is not one, or is taken */
export async function chosenPort() {
  const text = process.env.PORT ?? String(DEFAULT_PORT);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Stop(
      `${text} is not a port. Choose a number from 1 to 65535, or 0 for any free port.`,
    );
  }
  if (!(await isPortFree(port))) {
    throw new Stop(`Port ${port} is taken. Choose another one, such as PORT=${port + 1}.`);
  }
  return port;
}

/** Where the desk of the embedded platform is locally; browsers take it for this machine by itself. */
const DESK_HOST = "desk.localhost";

/** What says a site's port to a command that asks the site, or prints its addresses. @param {string} url */
function portOf(url) {
  const { port } = new URL(url);
  return port === String(DEFAULT_PORT) ? "" : `PORT=${port} `;
}

/**
 * What is printed at the start: the addresses of the platform's companies, and how to see what arrived.
 *
 * @param {string} url @param {import("../cli/company/database.mjs").Company[]} companies
 * @param {string[]} [desk] lines about the desk
 */
export function welcome(url, companies, desk = []) {
  const here = portOf(url);
  const blanks = companies.flatMap((company) =>
    unpublished({ ...company, policy: company.unpublishedPolicy }),
  );
  return [
    "",
    `Puerta runs on ${url}`,
    "",
    ...companies.flatMap((company) => addresses(url, company)),
    ...(companies.length === 0 ? ["  The platform has no company yet."] : []),
    "",
    ...(blanks.length > 0 ? [...blanks, ""] : []),
    ...desk,
    `A company of yours: ${here}npm run company -- new`,
    "See what arrived:   npm run inbox",
    `What has not yet:   ${here}npm run applications`,
    `Is it well?         ${here}npm run status`,
    "Is its API right?   npm run check",
    "Stop:               Ctrl+C",
    "",
  ].join("\n");
}

/**
 * What is printed at the start in front of a platform elsewhere: which companies it has, it does not say.
 *
 * @param {string} url @param {string} platform its address
 */
export const welcomeElsewhere = (url, platform) =>
  [
    "",
    `Puerta runs on ${url}, in front of ${platform}`,
    "",
    `  a career site  ${url}/CODE/UUID of a company`,
    `  a position     ${url}/CODE/SLUG/UUID of a position`,
    "",
    `Is it right?      npm run check -- ${platform} --client CODE`,
    `What has not yet: ${portOf(url)}npm run applications`,
    `Is it well?       ${portOf(url)}npm run status`,
    "Stop:             Ctrl+C",
    "",
  ].join("\n");

/**
 * The address of a platform in the embedded one's place, as wrangler finds it: in the arguments, in
 * `.dev.vars`, or in the variables of an environment.
 *
 * @param {string[]} args for wrangler @param {string} [root] the project's folder
 * @returns {Promise<string | undefined>}
 */
export async function platformElsewhere(args, root = ROOT) {
  const [, said] = /(?:^|\n)(?:--var=)?PLATFORM_URL:(.*)/.exec(args.join("\n")) ?? [];
  if (said !== undefined) return said || undefined;
  const [, env] = /(?:^|\n)(?:--env|-e)[=\n](.*)/.exec(args.join("\n")) ?? [];
  const named = join(root, `.dev.vars.${env ?? ""}`);
  const file = env !== undefined && existsSync(named) ? named : join(root, ".dev.vars");
  const local = await readSecret({ file, name: "PLATFORM_URL" });
  if (local !== "" || env === undefined) return local || undefined;
  const { unstable_readConfig } = await import("wrangler");
  const { vars } = unstable_readConfig(
    { config: join(root, "wrangler.toml"), env },
    { hideWarnings: true },
  );
  return Vars.parse(vars).PLATFORM_URL;
}

/**
 * The companies of the local platform, an operator's own before the examples.
 *
 * @param {string} persistTo
 */
async function companiesHere(persistTo) {
  const examples = new Set((await seededCompanies()).map(({ uuid }) => uuid));
  const all = await companiesAt({ persistTo, remote: false });
  return [
    ...all.filter(({ uuid }) => !examples.has(uuid)),
    ...all.filter(({ uuid }) => examples.has(uuid)),
  ];
}

/** Whether a line of wrangler's output is of no use to a person. @param {string} line */
export const isNoise = (line) =>
  line.trim() === "" ||
  /wrangler:(info|warn)|⎔|Request\.cf|getaddrinfo|GetAddrInfoReqWrap|^\s*(Binding|env\.)|Your Worker|Service bindings, Durable/.test(
    line,
  );

/** A line of the log as a person reads it: a request's in words. @param {string} line */
export function readable(line) {
  if (!line.startsWith('{"event":"request"')) return line;
  /** @type {Record<string, string | number>} */
  const { method, route, status, ms, cache = "" } = JSON.parse(line);
  return `${status} ${method} ${route}  ${ms} ms  ${cache}`.trimEnd();
}

/**
 * What the Worker logs if a variable is wrong, in which case it answers 500 to everything.
 *
 * @param {{ url: string, lines: string[] }} server
 */
export async function configurationFault({ url, lines }) {
  const { status } = await fetch(`${url}/404`);
  if (status !== 500) return undefined;
  const words = "Wrong configuration.";
  // The log may come after the answer.
  for (let look = 0; look < 50; look++) {
    const line = lines.find((said) => said.includes(words));
    if (line !== undefined) return line.slice(line.indexOf(words));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return `The site answers ${status}. ${lines.slice(-5).join(" ")}`;
}

/**
 * @typedef {object} RunOptions
 * @property {string[]} [args] more arguments for wrangler; `--no-examples` leaves out the example
 *   companies
 * @property {string} [persistTo] the state folder (default: `.wrangler/state`)
 * @property {boolean} [embedded] whether a platform runs beside the site (default)
 * @property {string} [platform] that platform's configuration: the embedded one's unless it is another
 * @property {(() => Promise<void>) | null} [build] what builds the site; null: it is built already
 * @property {() => Promise<Record<string, string>>} [onSeeded] is called before the site runs, and
 *   returns more variables for it
 * @property {(url: string) => Promise<string>} [text] makes the text that is printed once it runs,
 *   unless it is the list of companies
 * @property {() => void} [onReload] is called when the Worker was rebuilt
 * @property {(line: string) => boolean} [isShown] which lines of the running server are shown
 */

/**
 * Runs the site until it is told to stop.
 *
 * @param {RunOptions} [options]
 */
export async function run({
  args = [],
  persistTo = STATE,
  embedded = true,
  platform = PLATFORM_CONFIG,
  build = buildSite,
  onSeeded,
  text,
  onReload,
  isShown = (line) => !isNoise(line),
} = {}) {
  const port = await chosenPort();
  refuseUnknownVariables(args);
  await ensureLocalSecrets();
  const own = args.filter((arg) => arg !== NO_EXAMPLES);
  const isUsual = embedded && platform === PLATFORM_CONFIG;
  const elsewhere = isUsual ? await platformElsewhere(own) : undefined;
  if (build) {
    console.log("Building the site …");
    await build();
  }
  const stopping = new AbortController();
  /** Until everything runs, there is nothing to wait for. @type {() => void} */
  let stop = () => process.exit();
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.once(signal, () => {
      stopping.abort();
      stop();
    });
  }
  const isHere = platform === PLATFORM_CONFIG && elsewhere === undefined;
  const hasDesk = embedded && isHere;
  if (isHere) {
    const examples = args.includes(NO_EXAMPLES) ? null : SEED_FOLDER;
    const { seeded, companies } = await seed({ persistTo, from: examples });
    if (seeded && companies > 0) console.log("The embedded platform has its example companies.");
  }
  const phrase = hasDesk ? await phraseOfFirstStart(persistTo) : undefined;
  const vars = await onSeeded?.();
  const companies = isHere ? await companiesHere(persistTo) : [];
  const [only, another] = companies;
  let isUp = false;
  const server = await startSiteServer({
    embedded: embedded && elsewhere === undefined,
    platform,
    port,
    persistTo,
    vars: {
      // No company's page leads to another company's.
      ...(only && !another ? { HOME_PATH: only.careerSitePath } : {}),
      ...(hasDesk ? { DESK_HOST } : {}),
      ...vars,
    },
    args: own,
    onLine: (line) => {
      if (line.includes("Local server updated and ready")) onReload?.();
      if (isUp && isShown(line)) console.log(process.stdout.isTTY ? readable(line) : line);
    },
  });
  const url = server.url.replace("127.0.0.1", "localhost");
  const desk = hasDesk ? deskLines(url.replace("localhost", DESK_HOST), phrase) : [];
  const fault = await configurationFault(server);
  if (fault !== undefined) {
    await server.stop();
    // A pass phrase is shown once, and this is the time.
    throw new Stop([fault, ...desk].join("\n"));
  }
  isUp = true;
  stop = () => void server.stop();
  if (text) console.log(await text(url));
  else if (elsewhere !== undefined) console.log(welcomeElsewhere(url, elsewhere));
  else console.log(welcome(url, companies, desk));
  await server.ended;
  await server.stop();
  if (!stopping.signal.aborted)
    throw new Stop(`The server has ended.\n${server.lines.slice(-20).join("\n")}`);
}

/**
 * Runs the site as the arguments say, if the module with this address is what was started.
 *
 * @param {string} moduleUrl `import.meta.url` @param {string} usage the beginning of it
 * @param {() => Promise<RunOptions>} [more] what else it is run with
 */
export const startCommand = (moduleUrl, usage, more) =>
  runCommand(
    moduleUrl,
    { usage: `${usage}\n${OPTIONS_IN_WORDS}`, options: OPTIONS, bare: ["board"], passesOn: true },
    async ({ values, passed }) => {
      if (values.env === "staging") {
        throw new Stop("staging is only deployed. What npm start runs is a site to try things on.");
      }
      if (values.port !== undefined) process.env.PORT = values.port;
      const args = [
        ...(values.env === undefined ? [] : ["--env", values.env]),
        ...(values.var ?? []).flatMap((text) => ["--var", text]),
        ...(values["no-examples"] ? [NO_EXAMPLES] : []),
        ...passed,
      ];
      const { board } = values;
      const asked = board === undefined ? { args } : await atBoard(board, args);
      await run({ ...asked, ...(await more?.()) });
    },
  );

const USAGE = `npm start              builds the site, and runs it with the embedded platform
npm start -- OPTIONS`;

await startCommand(import.meta.url, USAGE);
