import { setTimeout } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { hashMigrations } from "~/cli/lib/database";
import { createPlatformClient } from "~/cli/lib/platform";
import { updateState } from "~/cli/lib/state";
import { ROOT } from "~/scripts/local";
import { addExamples, ADMIN_SECRET, readExamples } from "./examples";
import { loadMiniflare, serverOptions } from "./miniflare";
import { bundlePlatform, createTables, platformWorker } from "./platform-worker";
import { siteWorker, workerModules } from "./site";

export const DESK = "desk.localhost";

export const DESK_API_KEY = "key-of-the-desk-for-tests";

interface DeskOptions {
  /** The platform's variables, such as those for Cloudflare Access. */
  platformVars?: Record<string, string>;
  vars?: Record<string, string>;
  /** Whether the platform has the example companies. */
  examples?: boolean;
  /** Modules that wrap the Workers. Each imports its Worker as `./worker.js`. */
  around?: { site?: string; platform?: string };
  /** Whether the site has the shared store. */
  hasStore?: boolean;
}

/**
 * Runs the built site and the embedded platform in workerd, with D1, R2 and the example companies. The state
 * is stored in a temporary folder, from which `npx puerta --persist-to` can also start the platform.
 */
export async function startDeskSite({
  platformVars = {},
  vars = {},
  examples = true,
  around,
  hasStore = false,
}: DeskOptions = {}) {
  const log: string[] = [];
  const state = await mkdtemp(join(tmpdir(), "puerta-desk-"));
  if (examples) await cp(await (withExamples ??= createExamples()), state, { recursive: true });
  const { Miniflare } = loadMiniflare();
  const options = {
    ...serverOptions(log, state),
    workers: [
      {
        ...siteWorker({
          bindings: {
            PLATFORM_API_KEY: DESK_API_KEY,
            RATE_LIMITS: "off",
            DESK_HOST: DESK,
            ...vars,
          },
          limits: {},
          root: ROOT,
          around: around?.site,
          hasStore,
        }),
        serviceBindings: { PLATFORM: "puerta-platform" },
      },
      platformWorker(workerModules(await bundlePlatform(), around?.platform), {
        ...{ API_KEY: DESK_API_KEY, ADMIN_SECRET, ...platformVars },
      }),
    ],
  };
  const server = new Miniflare(options);
  const url = (await server.ready).origin;
  const db = await server.getD1Database("DB", "puerta-platform");
  const bucket = await server.getR2Bucket("CVS", "puerta-platform");
  if (!examples) await createTables(db);
  // Commands with this state folder find the site.
  const running = { url, pid: process.pid };
  await updateState(state, { running, migrations: await hashMigrations() });
  const companies = await readExamples();
  const platform = await server.getWorker("puerta-platform");

  /** Calls the platform's API and returns the JSON. @throws Error if the status isn't 2xx */
  async function call(path: string, form?: FormData, headers: Record<string, string> = {}) {
    const sent = form && new Response(form);
    const answer = await platform.fetch(`http://platform.test/api/v1/${path}`, {
      method: sent ? "POST" : "GET",
      headers: {
        "X-Api-Key": DESK_API_KEY,
        ...(sent && {
          "Content-Type": sent.headers.get("Content-Type") ?? "",
          "Idempotency-Key": randomUUID(),
        }),
        ...headers,
      },
      ...(sent && { body: new Uint8Array(await sent.arrayBuffer()) }),
    });
    const body = (await answer.json()) as Record<string, unknown>;
    if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(body)}`);
    return body;
  }
  let ended: Promise<void> | undefined;
  const kill = () => (ended ??= server.dispose());
  /** The number of used phone numbers. Each application gets a new number. */
  let phones = 0;

  function findPosition(slug: string) {
    for (const company of companies) {
      const position = company.positions.find((candidate) => candidate.slug === slug);
      if (position) return { company, position };
    }
    throw new Error(`No position has the slug ${slug}`);
  }

  return {
    url,
    deskUrl: `http://${DESK}:${new URL(url).port}`,
    log,
    state,
    db,
    bucket,
    companies,
    /** Sends an application and returns its id. `changes` replaces form fields. `files` is keyed by part name. */
    async apply(
      slug: string,
      changes: Record<string, string> = {},
      files: Record<string, File> = {},
      headers: Record<string, string> = {},
    ): Promise<string> {
      const { company, position } = findPosition(slug);
      const read = await call(`hiring/positions/${position.uuid}`);
      phones += 1;
      const form = new FormData();
      const entries = {
        first_name: "Ana",
        last_name: "Núñez",
        phone: `+34600${String(phones).padStart(6, "0")}`,
        privacy_policy: "true",
        killer_questions: JSON.stringify(firstAnswers(read.apply_site_questions)),
        csrf_access_token: String(read.csrf_token),
        ...changes,
      };
      for (const [name, value] of Object.entries(entries)) form.append(name, value);
      for (const [name, file] of Object.entries(files)) form.append(name, file);
      if (!files.cv)
        form.append("cv", new File(["%PDF-1.7"], "cv.pdf", { type: "application/pdf" }));
      const path = `hiring/${company.uuid}/positions/${position.uuid}/apply`;
      const { id } = await call(path, form, headers);
      return String(id);
    },
    findPosition,
    /** Sends a request directly to the platform, bypassing the site. */
    askPlatform: (path: string, headers: Record<string, string>) =>
      platform.fetch(`http://platform.test${path}`, { headers }),
    /** Creates a sign-in code for a company, or for all companies (null). */
    async createCode(company: string | null, name = "") {
      const platform = createPlatformClient({ url, adminSecret: ADMIN_SECRET, isRemote: false });
      const { code } = await platform.read(Invited, "POST", "/desk", { company, name });
      return code;
    },
    /** Starts the Workers again with the same storage, but empties the data centre's cache. */
    async restart() {
      await rm(join(state, "v3", "cache"), { recursive: true, force: true });
      await server.setOptions(options);
    },
    /** Kills workerd, but doesn't delete the state folder. */
    kill,
    async stop() {
      await kill();
      await rm(state, { recursive: true, force: true });
    },
  };
}

let withExamples: Promise<string> | undefined;

/** Creates a state folder with the example companies, because adding them takes longer than a copy. */
async function createExamples(): Promise<string> {
  const site = await startDeskSite({ examples: false });
  await addExamples(site.url, ADMIN_SECRET);
  await site.db.exec("DELETE FROM desk_log");
  // Each addition purged the company's pages. Pages that are read within a second of a purge aren't cached.
  await setTimeout(1200);
  await site.kill();
  process.once("exit", () => rmSync(site.state, { recursive: true, force: true }));
  return site.state;
}

const Invited = z.object({ code: z.string() });

function firstAnswers(questions: unknown) {
  const { killer_questions: killer = [] } = Array.isArray(questions)
    ? { killer_questions: questions as { question: string; answers: string[] }[] }
    : (questions as { killer_questions?: { question: string; answers: string[] }[] });
  return killer.map(({ question, answers }) => ({ question, answer: answers[0] ?? "" }));
}

export type DeskSite = Awaited<ReturnType<typeof startDeskSite>>;
