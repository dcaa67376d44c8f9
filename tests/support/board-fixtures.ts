// Serves responses in the shape of real boards' responses, from tests/fixtures/boards. The companies are invented.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { ROOT } from "~/scripts/local";
import { SYSTEMS } from "~/adapters/src/system-settings";

const FOLDER = join(ROOT, "tests", "fixtures", "boards");

export interface BoardFixture {
  system: string;
  name: string;
  /** Public sources of the shapes. */
  source: string[];
  /** The company's settings, besides the system. */
  folder?: object;
  jobs?: { id: unknown }[];
  /** Ashby's response with the form of each job. */
  info?: object;
  /** Personio's feeds by language. */
  feeds?: Record<string, string>;
  expected: { description?: string }[];
}

export const BOARD_FIXTURES: BoardFixture[] = SYSTEMS.flatMap(({ name: system }) =>
  readdirSync(join(FOLDER, system))
    .filter((file) => file.endsWith(".json"))
    .map((file) => {
      const text = readFileSync(join(FOLDER, system, file), "utf8");
      return { system, name: file, ...(JSON.parse(text) as Omit<BoardFixture, "system" | "name">) };
    }),
);

/**
 * Returns a system's response body, or undefined for a 404. Listed jobs lack the properties of a single job, as in
 * the real systems.
 */
export function readFixture(
  { system, jobs = [], info, feeds = {} }: BoardFixture,
  url: string,
): string | undefined {
  const { pathname, searchParams } = new URL(url);
  const job = jobs.find(({ id }) => pathname.endsWith(`/${String(id)}`));
  switch (system) {
    case "greenhouse":
      return JSON.stringify(job ?? { jobs: jobs.map((row) => ({ ...row, questions: undefined })) });
    case "lever":
      return JSON.stringify(job ?? (searchParams.get("skip") === "0" ? jobs : []));
    case "ashby":
      return JSON.stringify(
        pathname.endsWith("/jobPosting.info") ? { success: true, results: info } : { jobs },
      );
    case "personio": {
      const feed = feeds[searchParams.get("language") ?? ""];
      return feed && readFileSync(join(FOLDER, system, feed), "utf8");
    }
    default:
      return JSON.stringify(job ? { offer: job } : { offers: jobs });
  }
}

/** Stubs `fetch` with a system's responses. @param change changes the text of a response */
export function stubBoard(fixture: BoardFixture, change = (text: string) => text): void {
  vi.stubGlobal("fetch", async (url: string) => {
    const text = readFixture(fixture, url);
    return text === undefined ? new Response("", { status: 404 }) : new Response(change(text));
  });
}
