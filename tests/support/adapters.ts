import { mkdtemp, rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as z from "zod";
import { Company } from "~/adapters/src/company-format";
import { isSupported, type JobField } from "~/adapters/src/system-interface";
import { filePartName, Refusal } from "~/contract/application";
import { HEADERS } from "~/contract/lists";
import { ListedPositions, Position } from "~/contract/position";
import { readTolerantly } from "~/contract/tolerant";
import { bundleAdapters } from "~/cli/boards/worker";
import { ROOT } from "~/scripts/local";
import { loadMiniflare, serverOptions } from "./miniflare";
import { TEST_API_KEY } from "./site";

export function createCompany(board: object, more: object = {}): Company {
  return Company.parse({
    uuid: "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11",
    code: "taller",
    name: "Taller Example",
    description: "We repair what rolls.",
    language_default: "en",
    country: "es",
    apply_page_css: ":root { --accent: #264653; }",
    apply_page_js: "",
    privacy_policy: "# Privacy\n\nWe keep nothing.",
    board,
    ...more,
  });
}

interface AdaptersOptions {
  companies: Parameters<typeof bundleAdapters>[0];
  /** The values of the companies' secrets, by name. */
  secrets?: Record<string, string>;
  /** A state folder to reuse. By default, a temporary folder is created. */
  persistTo?: string;
}

export async function startAdapters({ companies, secrets = {}, persistTo }: AdaptersOptions) {
  const state = persistTo ?? (await mkdtemp(join(tmpdir(), "puerta-adapters-")));
  const log: string[] = [];
  const { Miniflare } = loadMiniflare();
  const server = new Miniflare({
    ...serverOptions(log, state),
    name: "puerta-adapters",
    modules: [{ type: "ESModule", path: "index.js", contents: await bundleAdapters(companies) }],
    compatibilityDate: compatibilityDate(),
    bindings: { API_KEY: TEST_API_KEY, ...secrets },
    durableObjects: {
      BOARDS: { className: "BoardObject", useSQLite: true },
      LEDGER: { className: "LedgerObject", useSQLite: true },
    },
  });
  const url = (await server.ready).origin;
  const base = `${url}/api/v1`;
  let ended: Promise<void> | undefined;
  const kill = () => (ended ??= server.dispose());
  return {
    url,
    /** The value for `PLATFORM_URL`. */
    base,
    log,
    state,
    /** Calls the contract's API. `headers` can replace the API key. */
    call: (path: string, { headers, ...init }: RequestInit = {}) =>
      fetch(`${base}/${path}`, {
        ...init,
        headers: { [HEADERS.apiKey]: TEST_API_KEY, ...(headers as Record<string, string>) },
      }),
    /** Kills workerd, but doesn't delete the state folder. */
    kill,
    async stop() {
      await kill();
      if (persistTo === undefined) await rm(state, { recursive: true, force: true });
    },
  };
}

export type Adapters = Awaited<ReturnType<typeof startAdapters>>;

function compatibilityDate(): string {
  const toml = readFileSync(join(ROOT, "adapters", "wrangler.toml"), "utf8");
  const day = /^compatibility_date = "(.*)"$/m.exec(toml)?.[1];
  if (day === undefined) throw new Error("adapters/wrangler.toml has no compatibility_date");
  return day;
}

export type FieldAnswers = Record<string, unknown>;

/** Builds the contract's form for an application. */
export function contractForm({
  fields = {},
  files = {},
  cv = new File(["%PDF-1.7 a CV"], "cv.pdf", { type: "application/pdf" }),
  ...texts
}: {
  fields?: FieldAnswers;
  files?: Record<string, File>;
  cv?: File | null;
  first_name?: string;
  phone?: string;
  /** The form part `source`, as JSON. */
  source?: string;
} = {}): FormData {
  const form = new FormData();
  const standard = { first_name: "Ana", last_name: "Núñez", phone: "+34600000001" };
  for (const [name, value] of Object.entries({ ...standard, ...texts })) form.set(name, value);
  form.set("privacy_policy", "true");
  form.set("recaptcha_token", "");
  const list = Object.entries({ email: "ana@example.org", ...fields });
  form.set("fields", JSON.stringify(list.map(([id, value]) => ({ id, value }))));
  if (cv) form.set("cv", cv);
  for (const [id, file] of Object.entries(files)) form.set(filePartName(id), file);
  return form;
}

/**
 * Checks a response body against the contract. Ignores fields whose kind contains a colon, because the
 * contract doesn't define such kinds.
 *
 * @throws Error if a value is malformed
 */
export function checkResponseBody(schema: z.ZodType, answer: Record<string, unknown>): void {
  const fields = (answer.fields as JobField[] | undefined)?.filter(isSupported);
  const { dropped } = readTolerantly(schema, { ...answer, fields });
  if (dropped.length > 0)
    throw new Error(`malformed: ${dropped.map(({ place }) => place).join(", ")}`);
}

/**
 * Returns functions that make the contract's calls and check the bodies of errors, lists and positions.
 *
 * @param adapters returns the adapters, which a test can restart between calls
 * @param jobId returns the system's id for a kind of job
 */
export function boardCalls(
  adapters: () => Pick<Adapters, "call">,
  jobId: (kind: string) => string,
  company = "taller",
) {
  const positionId = (kind: string, code = company) => `${code}_${jobId(kind)}`;

  async function read(path: string, schema?: z.ZodType, init?: RequestInit) {
    const response = await adapters().call(path, init);
    const body: Record<string, unknown> = await response.json();
    if (response.ok && schema) checkResponseBody(schema, body);
    if (!response.ok) checkResponseBody(Refusal, body);
    return { status: response.status, body, retryAfter: response.headers.get("Retry-After") };
  }

  return {
    positionId,
    read,
    list: (code = company) => read(`hiring/${code}/positions-public`, ListedPositions),
    position: (kind: string, code?: string) =>
      read(`hiring/positions/${positionId(kind, code)}`, Position),
    apply: (
      kind: string,
      {
        key = crypto.randomUUID(),
        code = company,
        form = contractForm(),
        signal,
      }: { key?: string; code?: string; form?: FormData; signal?: AbortSignal } = {},
    ) =>
      read(`hiring/${code}/positions/${positionId(kind, code)}/apply`, undefined, {
        method: "POST",
        body: form,
        headers: { [HEADERS.idempotencyKey]: key },
        ...(signal && { signal }),
      }),
  };
}
