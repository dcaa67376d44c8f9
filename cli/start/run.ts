import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type * as z from "zod";
import type { CompanyRow } from "~/contract/admin";
import { EmailReport } from "~/contract/admin-access";
import { SCHEDULE_PATH } from "~/app/addresses";
import { settingsSchema } from "~/app/config/settings.server";
import { buildSite } from "~/scripts/build";
import { PLATFORM_CONFIG, ROOT } from "~/scripts/local";
import { ensureLocalEmail, ensureLocalSecrets, readSecret } from "~/scripts/secrets";
import { Stop } from "~/scripts/stop";
import { isPortFree, startSiteServer, type SiteServer } from "~/scripts/site-server";
import { describeUnpublishedBlanks } from "../company/advice";
import { readCompanies } from "../company/files";
import { putCompany } from "../company/put";
import { createAccess } from "../desk/invite";
import { migrate } from "../lib/database";
import { addressLines, companies, createPlatformClient, type Platform } from "../lib/platform";
import { ensureStateFolder, readState, runningSite, updateState } from "../lib/state";
import { isNoise, formatLogLine } from "./log";

/** Local host of the desk. Most browsers resolve `*.localhost` to this machine. */
const DESK_HOST = "desk.localhost";

/** Intervals of the platform's and the site's scheduled work, in ms. Local runs have no cron triggers. */
const SCHEDULE_MS = 60_000;
const SITE_SCHEDULE_MS = 5 * 60_000;

export interface RunOptions {
  port: number;
  persistTo: string;
  env?: string | undefined;
  /** The site's variables, as `NAME:VALUE`. */
  vars?: readonly string[];
  args?: readonly string[];
  examples?: boolean;
  /** A platform to run instead of the embedded platform, and the text to print. */
  board?: { config: string; home: string | undefined; welcome: (url: string) => string };
  build?: () => Promise<void>;
  onReload?: () => void;
}

/**
 * Runs the site until a signal stops it.
 *
 * @throws Stop if the site cannot start or the server exits
 */
export async function run(options: RunOptions): Promise<void> {
  const { port, persistTo, env, vars = [], board, build = buildSite } = options;
  refuseWrongVariables(vars);
  await ensureStateFolder(persistTo);
  await refuseSecondSite(port, persistTo);
  const secrets = await ensureLocalSecrets();
  const elsewhere = await externalPlatform(vars);
  await step("Building the site", build);
  // `--env` allows only environments without the embedded platform.
  const isEmbedded = elsewhere === undefined && env === undefined;
  if (isEmbedded) {
    await ensureLocalEmail(port, DESK_HOST);
    await step("Preparing the database", () => migrate(persistTo));
  }

  const stopping = new AbortController();
  let stop: () => void = () => process.exit();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      stopping.abort();
      stop();
    });
  }
  const shown = { isUp: false };
  const start = (home: string | undefined) => startServer(options, isEmbedded, home, shown);
  const remembered = isEmbedded ? (await readState(persistTo)).home : board?.home;
  let server = await step("Starting the server", () => start(remembered));
  const problem = await configurationError(server);
  if (problem !== undefined) {
    await server.stop();
    throw new Stop(problem);
  }
  const url = () => server.url.replace("127.0.0.1", "localhost");
  let text = board?.welcome(url()) ?? externalWelcome(url(), elsewhere ?? "another platform");
  if (isEmbedded) {
    const platform = () => embeddedAt(server.url, secrets);
    const { all, home } = await prepareCompanies(platform(), options);
    if (home !== remembered) {
      await updateState(persistTo, { home });
      await server.stop();
      server = await start(home);
    }
    text = welcome(url(), all, await deskLines(platform(), url(), persistTo));
  }
  const schedules = startSchedules(() => server.url, secrets, isEmbedded, stopping.signal);
  shown.isUp = true;
  stop = () => void server.stop();
  if (stopping.signal.aborted) stop();
  const running = { url: server.url, pid: process.pid, folder: await realpath(persistTo) };
  await updateState(persistTo, { running });
  console.log(text);
  await server.ended;
  for (const schedule of schedules) clearInterval(schedule);
  await updateState(persistTo, { running: undefined });
  await server.stop();
  if (!stopping.signal.aborted) {
    throw new Stop(`The server has stopped.\n${server.lines.slice(-20).join("\n")}`);
  }
}

type Secrets = Awaited<ReturnType<typeof ensureLocalSecrets>>;

const embeddedAt = (url: string, { adminSecret }: Secrets) =>
  createPlatformClient({ url, adminSecret, isRemote: false });

async function refuseSecondSite(port: number, persistTo: string): Promise<void> {
  if (!(await isPortFree(port))) {
    throw new Stop(`Port ${port} is in use. Choose another: --port ${port + 1}`);
  }
  const other = await runningSite(persistTo);
  if (other !== undefined)
    throw new Stop(`The site is already running on ${other}. Stop it first.`);
}

/** Starts the server. Prints its log after `shown.isUp` is set. */
function startServer(
  { port, persistTo, env, vars = [], args = [], board, onReload }: RunOptions,
  isEmbedded: boolean,
  home: string | undefined,
  shown: { isUp: boolean },
) {
  return startSiteServer({
    embedded: isEmbedded || board !== undefined,
    platform: board?.config ?? PLATFORM_CONFIG,
    port,
    persistTo,
    vars: {
      ...(home !== undefined && { HOME_PATH: home }),
      ...(isEmbedded && { DESK_HOST }),
    },
    args: [
      ...(env === undefined ? [] : ["--env", env]),
      ...vars.flatMap((text) => ["--var", text]),
      ...args,
    ],
    onLine: (line) => {
      if (line.includes("Local server updated and ready")) onReload?.();
      if (shown.isUp && !isNoise(line))
        console.log(process.stdout.isTTY ? formatLogLine(line) : line);
    },
  });
}

/** Adds the examples. Returns all companies and, if there is only one, its career site, to which `/` redirects. */
async function prepareCompanies(platform: Platform, { persistTo, examples = true }: RunOptions) {
  if (examples) await addExamples(platform, persistTo);
  const all = await companies(platform);
  return { all, home: all.length === 1 ? all[0]?.career_site : undefined };
}

/** Starts the work that cron triggers do in deployments. */
function startSchedules(
  url: () => string,
  secrets: Secrets,
  isEmbedded: boolean,
  stopping: AbortSignal,
): NodeJS.Timeout[] {
  const repeat = (what: string, intervalMs: number, work: () => Promise<unknown>) =>
    setInterval(() => {
      work().catch((error: unknown) => {
        if (!stopping.aborted) console.error(`The ${what}'s schedule:`, error);
      });
    }, intervalMs);
  const headers = { Authorization: `Bearer ${secrets.operatorSecret}` };
  const runSite = () => fetch(url() + SCHEDULE_PATH, { method: "POST", headers });
  const runPlatform = () => embeddedAt(url(), secrets).call("POST", "/schedule");
  return [
    repeat("site", SITE_SCHEDULE_MS, runSite),
    ...(isEmbedded ? [repeat("platform", SCHEDULE_MS, runPlatform)] : []),
  ];
}

/** Adds the example companies only once, so that deleted companies stay deleted. */
async function addExamples(platform: Platform, persistTo: string): Promise<void> {
  if ((await readState(persistTo)).examples) return;
  await step("Adding three example companies", async () => {
    for (const company of await readCompanies()) await putCompany(platform, company);
  });
  await updateState(persistTo, { examples: true });
}

/** Rejects unknown variables, which would silently have no effect, and invalid values. */
function refuseWrongVariables(vars: readonly string[]): void {
  const shape: Record<string, z.ZodType> = settingsSchema.shape;
  for (const text of vars) {
    const [, name = text, value] = /^([^:]*):(.*)$/s.exec(text) ?? [];
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!schema) throw new Stop(`There is no variable ${name}. See docs/deploy.md#variables.`);
    if (value === undefined) throw new Stop(`${name} has no value. Write --var ${name}:VALUE.`);
    // An empty value counts as unset.
    const { error } = value === "" ? {} : schema.safeParse(value);
    const message = error?.issues[0]?.message.replace(
      /^Invalid input: expected (\w+).*/,
      "must be a $1",
    );
    if (message) throw new Stop(`${name}: ${message}. See docs/deploy.md#variables.`);
  }
}

/** Prints a step's name and duration. The first start takes a while. */
async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  process.stdout.write(`${what} … `);
  try {
    const result = await work();
    process.stdout.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
    return result;
  } catch (error) {
    process.stdout.write("\n");
    throw error;
  }
}

async function externalPlatform(vars: readonly string[]): Promise<string | undefined> {
  const option = vars.find((text) => text.startsWith("PLATFORM_URL:"));
  if (option !== undefined) return option.slice("PLATFORM_URL:".length) || undefined;
  const local = await readSecret({ file: join(ROOT, ".dev.vars"), name: "PLATFORM_URL" });
  return local || undefined;
}

/** Returns the error of an invalid configuration; undefined if it is valid. */
export async function configurationError(server: SiteServer): Promise<string | undefined> {
  const { status } = await fetch(`${server.url}/404`);
  if (status !== 500) return undefined;
  const words = "Wrong configuration.";
  const line = await server.findLine(words);
  if (line !== undefined) return line.slice(line.indexOf(words));
  return `The site answers ${status}. ${server.lines.slice(-5).join(" ")}`;
}

/** Formats the desk's URL and, on the first start, a sign-in code. */
async function deskLines(platform: Platform, url: string, persistTo: string): Promise<string[]> {
  const desk = url.replace("localhost", DESK_HOST);
  const { via } = await platform.read(EmailReport, "GET", "/email");
  const address = [
    `The desk:            ${desk}`,
    ...(via === "catcher" ? [`Emails are kept at:  ${desk}/emails`] : []),
    ...(via !== null && via !== "catcher" ? [`Emails are sent by:  ${via}`] : []),
  ];
  if ((await readState(persistTo)).hasDeskCode) {
    return [...address, "A sign-in code:      npx puerta desk invite --all"];
  }
  const { code } = await createAccess(platform, null, { name: "puerta start" });
  await updateState(persistTo, { hasDeskCode: true });
  return [...address, `Its sign-in code:    ${code}  (shown only once)`];
}

function welcome(url: string, all: readonly CompanyRow[], desk: readonly string[]): string {
  const blanks = all.flatMap(describeUnpublishedBlanks);
  return [
    "",
    `Puerta is running on ${url}`,
    "",
    ...all.flatMap((company) => addressLines(url, company)),
    ...(all.length === 0 ? ["  No companies yet."] : []),
    "",
    ...(blanks.length > 0 ? [...blanks, ""] : []),
    ...desk,
    "Add your company:    npx puerta company new",
    "Applications:        npx puerta applications list",
    "Everything else:     npx puerta --help",
    "Stop:                Ctrl+C",
    "",
  ].join("\n");
}

const externalWelcome = (url: string, platform: string) =>
  [
    "",
    `Puerta is running on ${url}, in front of ${platform}`,
    "",
    `  a career site  ${url}/CODE/UUID of a company`,
    `  a position     ${url}/CODE/SLUG/UUID of a position`,
    "",
    `Check its API:       npx puerta check ${platform.startsWith("http") ? platform : "ADDRESS"} --client ID`,
    "Not delivered yet:   npx puerta applications list",
    "Stop:                Ctrl+C",
    "",
  ].join("\n");
