import { join } from "node:path";
import * as z from "zod";
import { ADMIN_PATH, CompanyRow } from "~/contract/admin";
import { foldText } from "~/contract/fold-text";
import { ROOT } from "~/scripts/local";
import { ensureLocalSecrets, readSecret } from "~/scripts/secrets";
import { Stop } from "~/scripts/stop";
import type { TargetOptions } from "./command";
import { startPlatform } from "./database";
import { runningSite, stateFolder } from "./state";

export const DEFAULT_PORT = 8787;

export interface Site {
  /** Without a trailing slash. Empty if the local site is stopped. */
  url: string;
  adminSecret: string;
  operatorSecret: string;
  isRemote: boolean;
}

/**
 * Finds the site that the options refer to.
 *
 * @throws Stop if an option or the site's URL is invalid
 */
export async function resolveSite({
  url,
  remote,
  env,
  port,
  persistTo,
}: TargetOptions): Promise<Site> {
  if (!remote && url === undefined) {
    if (env !== undefined) throw new Stop("--env needs --remote.");
    const running = await runningSite(stateFolder(persistTo));
    const { adminSecret, operatorSecret } = await ensureLocalSecrets();
    const local = port === undefined ? (running ?? "") : `http://127.0.0.1:${port}`;
    return { url: local, adminSecret, operatorSecret, isRemote: false };
  }
  if (port !== undefined || persistTo !== undefined) {
    throw new Stop("--port and --persist-to work only for the local site.");
  }
  const known = await readRemoteValue("PUERTA_URL", env);
  const address = url ?? known;
  if (address === "") {
    throw new Stop("Where is the site? Set PUERTA_URL=https://jobs.example.com, or add --url.");
  }
  const origin = parseOrigin(address);
  // If PUERTA_URL is set, the secrets belong to that site.
  const isOther = known !== "" && parseOrigin(known) !== origin;
  const secret = async (name: string) => (isOther ? "" : readRemoteValue(name, env));
  return {
    url: origin,
    adminSecret: await secret("ADMIN_SECRET"),
    operatorSecret: await secret("OPERATOR_SECRET"),
    isRemote: true,
  };
}

/** Reads a value from `.puerta.ENV.vars`; without `env`, from the environment or else `.puerta.vars`. */
export async function readRemoteValue(name: string, env: string | undefined): Promise<string> {
  if (env !== undefined) return readSecret({ file: join(ROOT, `.puerta.${env}.vars`), name });
  return process.env[name] ?? (await readSecret({ file: join(ROOT, ".puerta.vars"), name }));
}

function parseOrigin(address: string): string {
  if (!URL.canParse(address) || !/^https?:/.test(address)) {
    throw new Stop(`${address} is not an address such as https://jobs.example.com.`);
  }
  const { origin, protocol, hostname } = new URL(address);
  if (protocol !== "https:" && hostname !== "localhost" && hostname !== "127.0.0.1") {
    throw new Stop(`${address} must begin with https://, because secrets are sent to it.`);
  }
  return origin;
}

export interface Platform {
  /** URL to print: where the site runs, or would run when started. */
  site: string;
  isRemote: boolean;
  /** Text for confirmations: ` on URL` for a deployed site, or else empty. */
  where: string;
  /** Calls the admin interface. Bodies other than bytes are sent as JSON. @throws Stop unless the status is 2xx */
  call(method: string, path: string, body?: unknown): Promise<Response>;
  read<T extends z.ZodType>(
    schema: T,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<z.output<T>>;
}

/** Runs `work` with a site's platform. Starts and stops the platform if the local site is stopped. */
export async function withPlatform<T>(
  target: TargetOptions,
  work: (platform: Platform) => Promise<T>,
): Promise<T> {
  const site = await resolveSite(target);
  const printed = site.isRemote
    ? site.url
    : site.url || `http://127.0.0.1:${target.port ?? DEFAULT_PORT}`;
  const shown = printed.replace("127.0.0.1", "localhost");
  if (site.url !== "") return work(createPlatformClient(site, shown));
  const server = await startPlatform(stateFolder(target.persistTo));
  try {
    return await work(createPlatformClient({ ...site, url: server.url }, shown));
  } finally {
    await server.stop();
  }
}

/** Returns a client for the platform behind a site, or for a platform that runs alone at `url`. */
export function createPlatformClient(
  { url, adminSecret, isRemote }: Pick<Site, "url" | "adminSecret" | "isRemote">,
  site = url,
): Platform {
  if (adminSecret === "")
    throw new Stop("Set ADMIN_SECRET to the platform's value (docs/deploy.md).");
  async function call(method: string, path: string, body?: unknown) {
    let response;
    try {
      response = await fetch(url + ADMIN_PATH + path, {
        method,
        headers: { Authorization: `Bearer ${adminSecret}` },
        redirect: "manual",
        ...(body !== undefined && { body: isBytes(body) ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(120_000),
      });
    } catch {
      throw new Stop(`No site answers at ${url}. Start it with: npx puerta start`);
    }
    if (response.ok) return response;
    const problem = await describeFailure(response, url);
    throw response.status === 404 ? new NotFound(problem) : new Stop(problem);
  }
  return {
    site,
    isRemote,
    where: isRemote ? ` on ${url}` : "",
    call,
    read: async (schema, method, path, body) =>
      schema.parse(await (await call(method, path, body)).json()),
  };
}

const isBytes = (body: unknown): body is Uint8Array<ArrayBuffer> => body instanceof Uint8Array;

/** A 404: the record is unknown, or there is no admin interface. */
export class NotFound extends Stop {
  override readonly code = "not-found";
}

const Refused = z.object({ detail: z.string() });

async function describeFailure(response: Response, url: string): Promise<string> {
  const { status } = response;
  if (status === 401) return `${url} does not accept this ADMIN_SECRET.`;
  const refused = Refused.safeParse(await response.json().catch(() => undefined));
  if (status === 404) {
    return `${url} has no such record, or no admin interface because ADMIN_SECRET is not set there (docs/deploy.md).`;
  }
  const hint = status >= 300 && status < 400 ? " Use the address that it redirects to." : "";
  return refused.success ? refused.data.detail : `${url} answered ${status}.${hint}`;
}

const Companies = z.object({ companies: z.array(CompanyRow) });

export const companies = async (platform: Platform): Promise<CompanyRow[]> =>
  (await platform.read(Companies, "GET", "/companies")).companies;

/**
 * Finds a company by code or uuid, as people type and paste them.
 *
 * @throws Stop unless exactly one matches
 */
export async function findCompany(platform: Platform, which: string): Promise<CompanyRow> {
  const all = await companies(platform);
  const text = foldText(which);
  const found = all.filter(({ uuid, code }) => uuid === text || foldText(code) === text);
  const [company, second] = found;
  if (!company) {
    const codes = all.map(({ code }) => code).join(", ");
    const has = codes === "" ? "It has no companies: npx puerta company new" : `It has ${codes}.`;
    throw new Stop(`The platform has no company ${which}. ${has}`);
  }
  if (second) {
    const uuids = found.map(({ uuid }) => uuid).join(", ");
    throw new Stop(`${found.length} companies have the code ${which}. Use a uuid: ${uuids}.`);
  }
  return company;
}

export const addressLines = (
  site: string,
  { name, language_default, career_site, position }: CompanyRow,
): string[] => [
  `  ${name} (${language_default})`,
  `    career site  ${site}${career_site}`,
  ...(position === null ? [] : [`    a position   ${site}${position}`]),
];
