import { afterEach, expect, test, vi } from "vitest";
import { getSystem } from "~/adapters/src/systems";
import type { Job, ListedJob } from "~/adapters/src/system-interface";
import { Position } from "~/contract/position";
import { checkResponseBody, createCompany } from "./adapters";
import { BOARD_FIXTURES, readFixture, stubBoard } from "./board-fixtures";
import { describeField } from "./board-suite";

afterEach(() => vi.unstubAllGlobals());

const listValues = (all: object[] = []) =>
  all.map((item) => Object.values(item).join(", ")).join("; ");

function describeJob(
  { name, location = "", department = "", contract_type = "" }: ListedJob,
  job: Job,
) {
  const { description, workplace, places, remote_countries, pay, notices = [] } = job;
  return {
    list: [name, location, department, contract_type].join(" | ").replace(/ +/g, " ").trim(),
    description,
    workplace,
    where: listValues(places ?? remote_countries?.map((country) => ({ country }))) || undefined,
    pay: pay && (JSON.parse(JSON.stringify(pay)) as object),
    notices: notices.length > 0 ? notices.map(({ text }) => text) : undefined,
    language: job.language,
    employment: job.employment_type,
    identifier: job.identifier,
    employer: job.employer,
    form: [
      `phone ${job.standard.phone}`,
      `cv ${job.standard.cv}`,
      ...job.fields.map((field) => describeField(field as Parameters<typeof describeField>[0])),
    ],
  };
}

type Fixture = (typeof BOARD_FIXTURES)[number];
const NAMED = BOARD_FIXTURES.map(
  (fixture) => [`${fixture.system}/${fixture.name}`, fixture] as const,
);

function openBoard({ system: name, folder = {} }: Fixture) {
  const board = { system: name, board: "taller", ...folder };
  const company = createCompany(board, { language_default: "en" });
  const key = "key" in folder ? "secret" : undefined;
  const readOnce = <T>(_: string, read: () => Promise<T>) => read();
  return { system: getSystem(company), context: { company, board: company.board, key, readOnce } };
}

test.each(NAMED)("reads the board %s [12.13]", async (_, fixture) => {
  stubBoard(fixture);
  const { system, context } = openBoard(fixture);
  const { expected } = fixture;
  const jobs = await system.list(context);
  const found = await Promise.all(
    jobs.map(async (listed, index) => {
      const job = await system.job(context, listed.externalId);
      if (!job) throw new Error(`${listed.externalId} is not found`);
      checkResponseBody(Position, { ...job, client: context.company.uuid, uuid: "x" });
      const { description, ...described } = describeJob(listed, job);
      const isExpected = expected[index]?.description !== undefined;
      return { ...described, ...(isExpected && { description }) };
    }),
  );
  expect(found).toEqual(expected);
});

test.each(NAMED)(
  "fails to read the board %s if all jobs are malformed [12.14]",
  async (_, fixture) => {
    stubBoard(fixture, (text) => text.replace(/"id":/g, '"no":').replace(/<(\/?)id>/g, "<$1no>"));
    const { system, context } = openBoard(fixture);
    await expect(system.list(context)).rejects.toThrow(
      /^GET .* returned only malformed jobs: number 1/,
    );
  },
);

test.each(NAMED)(
  "lists the jobs of the board %s if their forms are unreadable",
  async (_, fixture) => {
    const formKeys = /"(?:slug|questions|open_questions|options_\w+)":/g;
    stubBoard(fixture, (text) => text.replace(formKeys, '$&{},"unknown":'));
    const { system, context } = openBoard(fixture);
    expect(await system.list(context)).toHaveLength(fixture.expected.length);
  },
);

test("lists Personio's positions without a description if the feed of the next language times out", async () => {
  const fixture = BOARD_FIXTURES.find(({ name }) => name === "german-only.json");
  if (!fixture) throw new Error("no fixture");
  const { system, context } = openBoard({ ...fixture, folder: { language: "en" } });
  const read = vi.fn(async (url: string) => {
    if (url.endsWith("=en")) return new Response(readFixture(fixture, url));
    throw new DOMException("late", "TimeoutError");
  });
  vi.stubGlobal("fetch", read);
  expect(await system.list(context)).toHaveLength(fixture.expected.length);
  expect(read).toHaveBeenCalledTimes(2);
});
