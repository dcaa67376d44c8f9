import * as z from "zod";
import { RESPONSE_LIMITS } from "~/contract/limits";
import { LANGUAGES, STANDARD_LANGUAGES } from "~/contract/languages";
import { HEADERS } from "~/contract/lists";
import type { MetricsEnv } from "../metrics/metrics.server";
import { REGIONS } from "./region";
import { deskHostSetting, normalizeHost, hostsSetting } from "./hosts";

/** The Worker's bindings and unchecked variables. */
export interface RawEnv extends MetricsEnv {
  /** Sends email to `OPERATOR_EMAIL`. */
  EMAIL?: SendEmail;
  EMAIL_FROM?: string;
  /** The embedded hiring platform; absent if only the site is deployed. */
  PLATFORM?: Fetcher;
}

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const milliseconds = (fallback: number) => z.coerce.number().int().positive().default(fallback);

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

const webUrl = z.url({ protocol: /^https?$/, abort: true }).refine((text) => {
  const url = new URL(text);
  return url.protocol === "https:" || isLoopback(url.hostname);
}, "must be https, except on loopback addresses");

const platformUrl = webUrl.transform((text) => text.replace(/\/+$/, ""));

const words = z
  .string()
  .default("")
  .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ""));

/** The languages that are on: the standard ones, and the listed packs. */
const languages = words.pipe(
  z
    .array(
      z
        .string()
        .toLowerCase()
        .pipe(z.enum(LANGUAGES, `must be one of ${LANGUAGES.join(", ")}`)),
    )
    .transform((named) => LANGUAGES.filter((tag) => isStandard(tag) || named.includes(tag))),
);

const isStandard = (language: string) => STANDARD_LANGUAGES.some((tag) => tag === language);

/** A list of origins for a Content-Security-Policy, such as `https://*.example.com`. */
const origins = words.pipe(
  z.array(
    z
      .string()
      .regex(
        /^(https:\/\/(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*(:\d{1,5})?|http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?|'self')$/i,
        "must be origins, such as https://cdn.example",
      ),
  ),
);

/** Converts `COMPANY_SCRIPTS` to a function that returns whether a client's script may run. */
function createScriptFilter(entries: string[]): (clientUuid: string) => boolean {
  const named = new Set(entries.map((entry) => entry.toLowerCase()));
  const runsAll = named.size === 0 || named.has("all");
  return (clientUuid) => {
    const uuid = clientUuid.toLowerCase();
    return runsAll ? !named.has(`-${uuid}`) : named.has(uuid);
  };
}

const path = z.string().regex(/^\/(?!\/)[^\\]*$/, "must be a path on this site, such as /acme/123");

/** The variables with their defaults. Durations are in ms, sizes in bytes. */
export const settingsSchema = z.object({
  PLATFORM_URL: platformUrl.optional(),
  PLATFORM_API_KEY: z.string().min(1, "is missing: set it as a secret"),
  PLATFORM_API_KEY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/)
    .default(HEADERS.apiKey),
  LANGUAGES: languages,
  HOME_PATH: path.optional(),
  HOSTS: hostsSetting,
  /** If unset, the desk is off. */
  DESK_HOST: deskHostSetting,
  MAX_CV_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .max(90 * 1024 * 1024)
    .default(25 * 1024 * 1024),
  READ_TIMEOUT_MS: milliseconds(RESPONSE_LIMITS.readMs),
  APPLY_TIMEOUT_MS: milliseconds(RESPONSE_LIMITS.applyMs),
  DELIVER_LATER: z.enum(["on", "off"]).default("on"),
  RETRY_AMBIGUOUS: z.enum(["on", "off"]).default("on"),
  RETRY_FIRST_MS: milliseconds(2000),
  RETRY_MAX_MS: milliseconds(10 * 60 * 1000),
  RELEASE_PER: z.enum(["site", "company"]).default("site"),
  RELEASE_PER_SECOND: z.coerce.number().positive().max(1000).default(20),
  DELIVER_FOR_MS: milliseconds(72 * HOUR),
  KEEP_FAILED_MS: milliseconds(7 * DAY),
  BOT_TOKEN_MS: milliseconds(2 * 60 * 1000),
  HOLD_MS: milliseconds(HOUR),
  RECEIPT_MS: milliseconds(90 * DAY),
  PAGE_CACHE: z.enum(["on", "off"]).default("on"),
  PAGE_FRESH_MS: milliseconds(60_000),
  PAGE_STALE_MS: milliseconds(10 * 60 * 1000),
  PAGE_FALLBACK_MS: milliseconds(DAY),
  /** How long a page waits for the platform if older data is available. */
  PAGE_WAIT_MS: milliseconds(1000),
  /** How long a received form waits for the platform if an older copy of its position is available. */
  FORM_WAIT_MS: milliseconds(2000),
  FORGET_AFTER_MS: milliseconds(10 * 60 * 1000),
  IMAGE_RESIZING: z.enum(["on", "off"]).default("off"),
  PURGE_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  OPERATOR_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  /** Where to send notifications of incidents (`app/alerts`). */
  OPERATOR_WEBHOOK: webUrl.optional(),
  OPERATOR_EMAIL: z.email().optional(),
  JURISDICTION: z.enum(["eu", "fedramp"]).optional(),
  /** Where most candidates are. If unset, `puerta deploy` sets it to the database's region. */
  REGION: z.enum(REGIONS).optional(),
  RATE_LIMITS: z.enum(["on", "off"]).default("on"),
  /**
   * Clients whose scripts run: `all` (the default), `none`, or a list of uuids. With `all`, `-` before a
   * uuid excludes that client.
   */
  COMPANY_SCRIPTS: words.transform(createScriptFilter),
  /** `off`: search engines must not list this site. */
  SEARCH_INDEXING: z.enum(["on", "off"]).default("on"),
  FRAME_ANCESTORS: origins,
  CSP_HOSTS: origins,
  PAGE_TITLES: z.enum(["off", "named"]).default("off"),
  MAINTENANCE: z.enum(["on", "off"]).default("off"),
  RECAPTCHA_SITE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .optional(),
  RECAPTCHA_SCRIPT_URL: webUrl.default("https://www.google.com/recaptcha/enterprise.js"),
});

export type Settings = ReturnType<typeof parse>;

/** An invalid configuration. The message never quotes a variable's value. */
export class ConfigurationError extends Error {
  override name = "ConfigurationError";
}

/** Parsed settings. Variables do not change while a Worker runs. */
const cache = new WeakMap<RawEnv, Settings>();

/**
 * Parses the Worker's variables. An empty variable counts as missing.
 *
 * @throws ConfigurationError if a variable is missing or invalid
 */
export function readSettings(env: RawEnv): Settings {
  const cached = cache.get(env);
  if (cached) return cached;
  const settings = parse(env);
  cache.set(env, settings);
  return settings;
}

function parse(env: RawEnv) {
  const variables = Object.fromEntries<unknown>(
    Object.entries(env).filter(([, value]) => value !== ""),
  );
  const settings = settingsSchema.safeParse(variables);
  if (!settings.success) {
    const problems = settings.error.issues.map((issue) =>
      issue.code === "invalid_type" && variables[String(issue.path[0])] === undefined
        ? `${issue.path.join(".")} is missing`
        : `${issue.path.join(".")}: ${issue.message}`,
    );
    throw new ConfigurationError(`Wrong configuration. ${problems.join("; ")}`);
  }
  if (!settings.data.PLATFORM_URL && !env.PLATFORM) {
    throw new ConfigurationError(
      "Wrong configuration. PLATFORM_URL is missing, and no embedded platform is bound as PLATFORM",
    );
  }
  const { DESK_HOST: desk, HOSTS } = settings.data;
  if (desk !== undefined && !env.PLATFORM) {
    throw new ConfigurationError(
      "Wrong configuration. DESK_HOST is set, and no embedded platform is bound as PLATFORM",
    );
  }
  if (
    desk !== undefined &&
    [...HOSTS.companies.keys()].some((host) => normalizeHost(host) === desk)
  ) {
    throw new ConfigurationError(
      "Wrong configuration. DESK_HOST is also in HOSTS: the desk needs its own host",
    );
  }
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SCRIPT_URL: scriptUrl } = settings.data;
  return { ...settings.data, botCheck: siteKey === undefined ? undefined : { siteKey, scriptUrl } };
}
