// `npm start`: builds the site, brings the embedded platform up to date, and runs both.
import { buildSite } from "./build.mjs";
import { ensureLocalSecrets, runIfMain, STATE, Stop } from "./local.mjs";
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
    throw new Stop(`Port ${port} is taken. Choose another one: PORT=${port + 1} npm start`);
  }
  return port;
}

/** What a person needs to go on: where to look, and how to see what arrived. @param {string} url */
export async function welcome(url) {
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
    "See what arrived:  npm run inbox",
    "What has not yet:  npm run applications",
    "Stop:              Ctrl+C",
    "",
  ].join("\n");
}

/** Lines of wrangler's own that tell a person nothing. @param {string} line */
const isNoise = (line) =>
  line.trim() === "" ||
  /wrangler:(info|warn)|⎔|Request\.cf|getaddrinfo|GetAddrInfoReqWrap|^\s*(Binding|env\.)|Your Worker|Service bindings, Durable/.test(
    line,
  );

/**
 * What the Worker says of its variables, where one is wrong: then it answers 500 to everything.
 *
 * @param {{ url: string, lines: string[] }} server
 */
export async function configurationFault({ url, lines }) {
  const { status } = await fetch(`${url}/404`);
  if (status !== 500) return undefined;
  const words = "Wrong configuration.";
  // The log comes in its own time.
  for (let look = 0; look < 50; look++) {
    const line = lines.find((said) => said.includes(words));
    if (line !== undefined) return line.slice(line.indexOf(words));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return `The site answers ${status}. ${lines.slice(-5).join(" ")}`;
}

/**
 * Runs the site until it is told to stop.
 *
 * @param {{ args?: string[], build?: () => Promise<void>, onReload?: () => void }} [options]
 *   more arguments for wrangler; what builds the site; what is told when the Worker was renewed
 */
export async function run({ args = [], build = buildSite, onReload } = {}) {
  const port = await chosenPort();
  await ensureLocalSecrets();
  console.log("Building the site …");
  await build();
  const { seeded } = await seed({ persistTo: STATE });
  if (seeded) console.log("The embedded platform has its example companies.");
  const [first] = await seededCompanies();
  let isUp = false;
  const server = await startSiteServer({
    embedded: true,
    port,
    persistTo: STATE,
    vars: first ? { HOME_PATH: first.careerSitePath } : {},
    args,
    onLine: (line) => {
      if (line.includes("Local server updated and ready")) onReload?.();
      if (isUp && !isNoise(line)) console.log(line);
    },
  });
  const fault = await configurationFault(server);
  if (fault !== undefined) {
    await server.stop();
    throw new Stop(fault);
  }
  isUp = true;
  const stopping = new AbortController();
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.once(signal, () => {
      stopping.abort();
      void server.stop();
    });
  }
  console.log(await welcome(`http://localhost:${port}`));
  await server.ended;
  await server.stop();
  if (!stopping.signal.aborted)
    throw new Stop(`The server has ended.\n${server.lines.slice(-20).join("\n")}`);
}

await runIfMain(import.meta.url, () => run({ args: process.argv.slice(2) }));
