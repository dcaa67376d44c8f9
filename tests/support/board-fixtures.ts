// Answers with the shapes of real boards, in tests/fixtures/boards. The companies are invented.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { ROOT } from "../../scripts/local";
import { SYSTEMS } from "../../adapters/src/system-settings";

const FOLDER = join(ROOT, "tests", "fixtures", "boards");

interface BoardFixture {
  system: string;
  name: string;
  /** Public sources of the shapes. */
  source: string[];
  /** The company's settings, besides the system. */
  folder?: object;
  jobs?: { id: unknown }[];
  /** Ashby's answer with the form of each job. */
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

const notFound = () => new Response("", { status: 404 });

/**
 * Answers a system's reads. Jobs of a list lack what only a single job has, as in the real systems.
 *
 * @param change changes the text of an answer
 */
export function stubBoard(
  { system, jobs = [], info, feeds = {} }: BoardFixture,
  change = (text: string) => text,
): void {
  const answer = (address: string): unknown => {
    const { pathname, searchParams } = new URL(address);
    const job = jobs.find(({ id }) => pathname.endsWith(`/${String(id)}`));
    switch (system) {
      case "greenhouse":
        return job ?? { jobs: jobs.map((one) => ({ ...one, questions: undefined })) };
      case "lever":
        return job ?? (searchParams.get("skip") === "0" ? jobs : []);
      case "ashby":
        return pathname === "/jobPosting.info" ? { success: true, results: info } : { jobs };
      default:
        return job ? { offer: job } : { offers: jobs };
    }
  };
  vi.stubGlobal("fetch", async (address: string) => {
    if (system !== "personio") return new Response(change(JSON.stringify(answer(address))));
    const feed = feeds[new URL(address).searchParams.get("language") ?? ""];
    return feed === undefined
      ? notFound()
      : new Response(change(readFileSync(join(FOLDER, system, feed), "utf8")));
  });
}
