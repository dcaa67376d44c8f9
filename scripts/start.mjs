// `npm start`: builds the site, brings the embedded platform up to date, and runs both. With
// `--board greenhouse:acme` it runs in front of that board instead.
import { atBoard } from "./adapters/start.mjs";
import { buildSite } from "./build.mjs";
import { deskLines, phraseOfFirstStart } from "./desk.mjs";
import { ensureLocalSecrets, PLATFORM_CONFIG, runIfMain, STATE, Stop } from "./local.mjs";
import { seed, seededCompanies } from "./seed.mjs";
import { isPortFree, startSiteServer } from "./site-server.mjs";

const DEFAULT_PORT = 8787;

/** The port that `PORT` names. @throws {Stop} when it is not one, or is taken */
export async function chosenPort() {
  const text = process.env.PORT ?? String(DEFAULT_PORT);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Stop(`PORT is ${text}, which is not a port. Choose a number from 1 to 65535.`);
  }
  if (!(await isPortFree(port))) {
    throw new Stop(`Port ${port} is taken. Choose another one, such as PORT=${port + 1}.`);
  }
  return port;
}

/** Where the desk of the embedded platform is locally; browsers take it for this machine by itself. */
const DESK_HOST = "desk.localhost";

/**
 * What is printed at the start: the addresses, and how to see what arrived.
 *
 * @param {string} url @param {string[]} [desk] lines about the desk
 */
export async function welcome(url, desk = []) {
  const companies = await seededCompanies();
  const lines = companies.flatMap(({ name, languageDefault, careerSitePath, positionPath }) => [
    `  ${name} (${languageDefault})`,
    `    career site  ${url}${careerSitePath}`,
    ...(positionPath === undefined ? [] : [`    a position   ${url}${positionPath}`]),
  ]);
  return [
    "",
    `Puerta runs on ${url}`,
    "",
    ...lines,
    "",
    ...desk,
    "See what arrived:  npm run inbox",
    "What has not yet:  npm run applications",
    "Stop:              Ctrl+C",
    "",
  ].join("\n");
}

/** Whether a line of wrangler's output is of no use to a person. @param {string} line */
export const isNoise = (line) =>
  line.trim() === "" ||
  /wrangler:(info|warn)|⎔|Request\.cf|getaddrinfo|GetAddrInfoReqWrap|^\s*(Binding|env\.)|Your Worker|Service bindings, Durable/.test(
    line,
  );

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
 * @property {string[]} [args] more arguments for wrangler
 * @property {string} [persistTo] the state folder (default: `.wrangler/state`)
 * @property {boolean} [embedded] whether a platform runs beside the site (default)
 * @property {string} [platform] that platform's configuration: the embedded one's unless it is another
 * @property {(() => Promise<void>) | null} [build] what builds the site; null: it is built already
 * @property {() => Promise<Record<string, string>>} [onSeeded] is called before the site runs, and
 *   returns more variables for it
 * @property {(url: string, desk: string[]) => Promise<string>} [text] makes the text that is printed once it runs
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
  text = welcome,
  onReload,
  isShown = (line) => !isNoise(line),
} = {}) {
  const port = await chosenPort();
  await ensureLocalSecrets();
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
  const hasDesk = embedded && platform === PLATFORM_CONFIG;
  /** @type {string[]} */
  let desk = [];
  if (platform === PLATFORM_CONFIG) {
    const { seeded } = await seed({ persistTo });
    if (seeded) console.log("The embedded platform has its example companies.");
  }
  if (hasDesk) {
    desk = deskLines(`http://${DESK_HOST}:${port}`, await phraseOfFirstStart(persistTo));
  }
  const vars = await onSeeded?.();
  const [first] = await seededCompanies();
  let isUp = false;
  const server = await startSiteServer({
    embedded,
    platform,
    port,
    persistTo,
    vars: {
      ...(first ? { HOME_PATH: first.careerSitePath } : {}),
      ...(hasDesk ? { DESK_HOST } : {}),
      ...vars,
    },
    args,
    onLine: (line) => {
      if (line.includes("Local server updated and ready")) onReload?.();
      if (isUp && isShown(line)) console.log(line);
    },
  });
  const fault = await configurationFault(server);
  if (fault !== undefined) {
    await server.stop();
    throw new Stop(fault);
  }
  isUp = true;
  stop = () => void server.stop();
  console.log(await text(`http://localhost:${port}`, desk));
  await server.ended;
  await server.stop();
  if (!stopping.signal.aborted)
    throw new Stop(`The server has ended.\n${server.lines.slice(-20).join("\n")}`);
}

/** What stands behind `--board`, and the other arguments, which are wrangler's. @param {string[]} args */
export function boardIn(args) {
  const at = args.findIndex((arg) => arg === "--board" || arg.startsWith("--board="));
  if (at < 0) return { board: undefined, rest: args };
  const [, inline] = /^--board=(.*)$/.exec(args[at] ?? "") ?? [];
  const rest = [...args.slice(0, at), ...args.slice(at + (inline === undefined ? 2 : 1))];
  return { board: inline ?? args[at + 1] ?? "", rest };
}

await runIfMain(import.meta.url, async () => {
  const { board, rest } = boardIn(process.argv.slice(2));
  await (board === undefined ? run({ args: rest }) : run(await atBoard(board, rest)));
});
