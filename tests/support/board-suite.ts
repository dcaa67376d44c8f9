import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { createPositionPage } from "~/app/platform/position-page.server";
import { createJobPosting } from "~/app/position/job-posting.server";
import { sanitizeHtml } from "~/app/ui/company/company-html.server";
import { parseClient, parsePosition } from "./site-answers";
import { boardCalls, createCompany, startAdapters, type Adapters } from "./adapters";
import type { BoardSystem, RunningSystem } from "./board-system";

const PERSONAL_DATA = /Ana|Núñez|example\.org|\+?34600|Woman|Bolt|glaze/;

export const companyUuid = (index: number) => `6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7${100 + index}`;

/** Expects the adapters' log to contain neither personal data nor these secrets. */
export function expectPrivateLog({ log }: Adapters, secrets: Record<string, string> = {}) {
  expect(log.join("\n")).not.toMatch(PERSONAL_DATA);
  for (const secret of Object.values(secrets)) expect(log.join("\n")).not.toContain(secret);
}

/**
 * Converts a position and its client, as the contract defines them, for publication by the site.
 *
 * @returns the page's data, the sanitized description, and the job posting for search engines
 */
export async function publish(position: { uuid?: string }, client: { uuid?: string }) {
  const page = createPositionPage(
    parsePosition(position, position.uuid),
    parseClient(client, client.uuid),
  );
  const description = sanitizeHtml(page.description);
  const publishing = {
    getOrigin: () => "https://jobs.example",
    getCareerSitePath: (_: string, path: string) => path,
  };
  const posting = createJobPosting(page, { description, publishing, now: Date.UTC(2026, 10, 25) });
  return { page, description, posting };
}

type Field = Record<string, unknown> & { id: string; kind: string; label?: string };

/**
 * Describes a field in one line: `id* kind max 40: label [value label, …]`. `*` marks a required field.
 * Fields that the site labels, such as `email`, have no label.
 */
export function describeField({ id, kind, required, label, options, ...more }: Field): string {
  const listed = (options as { value: string; label: string }[] | undefined)?.map((option) =>
    option.value === option.label ? option.value : `${option.value} ${option.label}`,
  );
  const rest = Object.entries(more).map(([name, value]) => ` ${name} ${String(value)}`);
  return (
    `${id}${required === true ? "*" : ""} ${kind}${rest.join("")}` +
    `${label === undefined ? "" : `: ${label}`}${listed ? ` [${listed.join(", ")}]` : ""}`
  );
}

/**
 * Runs a fake system and the adapters for a test file. Clears the system's records before each test.
 *
 * @param start starts the system with the kinds of jobs that the file needs
 * @param companies settings by company code. `taller` always exists
 */
export function useBoard<S extends RunningSystem>(
  { board, secrets = {} }: BoardSystem,
  start: () => Promise<S>,
  companies: Record<string, Record<string, unknown> & { language_default?: string }> = {},
) {
  let system: S;
  let adapters: Adapters;
  beforeAll(async () => {
    system = await start();
    const all: [string, Record<string, unknown>][] = Object.entries({ taller: {}, ...companies });
    adapters = await startAdapters({
      companies: all.map(([code, { language_default = "en", ...more }], index) =>
        createCompany(
          { ...board, address: system.address, apply: "on", ...more },
          { code, uuid: companyUuid(index), language_default },
        ),
      ),
      secrets: { ...secrets, WRONG_KEY: "papi:wrong" },
    });
  });
  beforeEach(() => {
    for (const list of [system.requests, system.overrides, system.applications]) list.length = 0;
  });
  afterAll(async () => {
    expectPrivateLog(adapters, secrets);
    await adapters.stop();
    await system.stop();
  });
  const calls = boardCalls(
    () => adapters,
    (kind) => system.jobId(kind),
  );
  return {
    ...calls,
    system: () => system,
    log: () => adapters.log.join("\n"),
    /** Returns the parts of the only accepted form. Files are returned as name and text. */
    acceptedForm: async () => {
      const [only, ...others] = system.applications as { form: FormData }[];
      if (!only || others.length > 0) throw new Error("expected exactly one application");
      return Promise.all(
        [...only.form].map(async ([name, value]) => [
          name,
          value instanceof File ? `${value.name}: ${await value.text()}` : value,
        ]),
      );
    },
    /** Expects these properties of a position. `describeField` formats the position's fields. */
    expectPosition: async (kind: string, expected: object, code?: string) => {
      const { body } = await calls.position(kind, code);
      const all: Record<string, unknown> = {
        ...body,
        fields: (body.fields as Field[]).map(describeField),
      };
      const found = Object.keys(expected).map((name) => [name, all[name]]);
      expect(Object.fromEntries(found)).toEqual(expected);
    },
    expectListed: async (kind: string, entry: object, code?: string) => {
      const { body } = await calls.list(code);
      const found = (body.results as { uuid: string }[]).filter(
        ({ uuid }) => uuid === calls.positionId(kind, code),
      );
      expect(found).toEqual([{ uuid: calls.positionId(kind, code), ...entry }]);
    },
  };
}
