import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { payText } from "~/app/i18n/pay";
import { Client } from "~/contract/client";
import { Position } from "~/contract/position";
import {
  contractForm,
  boardCalls,
  createCompany,
  startAdapters,
  type Adapters,
} from "../support/adapters";
import { buildForm, createPdf, post } from "../support/application-form";
import { expectPrivateLog, publish, companyUuid } from "../support/board-suite";
import { POLICY, type BoardSystem, type RunningSystem } from "../support/board-system";
import { BOARD_SYSTEMS } from "../support/boards";
import { readReceipt } from "../support/receipts";
import { startSite, type Site } from "../support/site";
import { startFakeSystem, type Override, type FakeSystem } from "../support/fake-system";

// Tests the behaviour that all adapters share. `adapters-*.test.ts` test each system's forms and errors.

const systems = new Map<string, RunningSystem>();
const getSystem = (code: string) => {
  const system = systems.get(code);
  if (!system) throw new Error(`${code} is not running`);
  return system;
};
const findSystem = ({ code }: BoardSystem) => getSystem(code);
/** Returns the second fake system of a board system, which has 300 additional jobs. */
const findLargeSystem = ({ code }: Pick<BoardSystem, "code">) => getSystem(`${code}-many`);
const MANY_JOBS = Object.fromEntries(
  Array.from({ length: 300 }, (_, index) => [`job ${index}`, {}]),
);

/** A server that does not respond. */
let silent: FakeSystem;
const silentAddress = ({ address, url }: RunningSystem) => address.replace(url, silent.url);

/** The number of companies per system reserved for `nextUnread`. */
const UNREAD = 20;

/** Lists a system's companies with their changes to `board` and to `company.json`. */
const folders = ({ secrets, code }: BoardSystem): [code: string, board: object, rest: object][] => [
  [code, { apply: "on" }, {}],
  [`${code}-careful`, { apply: "on", repeat: "stop" }, {}],
  [`${code}-off`, { apply: "off" }, { language_default: "es-mx" }],
  ...(secrets
    ? ([
        [`${code}-wrong`, { apply: "on", key: "WRONG_KEY" }, {}],
        [`${code}-unset`, { apply: "on", key: "UNSET_KEY" }, {}],
      ] as [string, object, object][])
    : []),
  [`${code}-many`, { address: findLargeSystem({ code }).address }, {}],
  [`${code}-silent`, { address: silentAddress(getSystem(code)), apply: "off" }, {}],
  [`${code}-elsewhere`, { board: "elsewhere", apply: "off" }, {}],
  ...Array.from({ length: UNREAD }, (_, index): [string, object, object] => [
    `${code}-${index}`,
    { apply: "off" },
    {},
  ]),
];

const secrets = Object.assign({}, ...BOARD_SYSTEMS.map(({ secrets }) => secrets ?? {})) as Record<
  string,
  string
>;
const companies = () =>
  BOARD_SYSTEMS.flatMap((system) =>
    folders(system).map(([code, more, rest]) => ({ code, system, more, rest })),
  ).map(({ code, system, more, rest }, index) =>
    createCompany(
      { ...system.board, address: findSystem(system).address, ...more },
      { code, uuid: companyUuid(index), ...rest },
    ),
  );

const INVALID = {
  code: "wrong",
  uuid: companyUuid(900),
  error: "wrong/company.json: country: is missing",
};

let adapters: Adapters;
const start = (persistTo?: string) =>
  startAdapters({
    companies: [...companies(), INVALID],
    secrets: { ...secrets, WRONG_KEY: "papi:wrong" },
    ...(persistTo !== undefined && { persistTo }),
  });

/** Reads of silent boards. Each read takes the full timeout, so they run during the other tests. */
const silentReads = new Map<string, ReturnType<typeof readSilent>>();
function readSilent(system: BoardSystem) {
  const { list, position } = boardCallsFor(system);
  const code = `${system.code}-silent`;
  return Promise.all([list(code), position("plain", code)]);
}

beforeAll(async () => {
  for (const system of BOARD_SYSTEMS) {
    systems.set(system.code, await system.start());
    systems.set(`${system.code}-many`, await system.start(MANY_JOBS));
  }
  silent = await startFakeSystem(() => new Promise(() => undefined));
  adapters = await start();
  for (const system of BOARD_SYSTEMS) silentReads.set(system.code, readSilent(system));
});
beforeEach(() => {
  for (const { requests, overrides, applications } of systems.values()) {
    for (const list of [requests, overrides, applications]) list.length = 0;
  }
});
afterAll(async () => {
  expectPrivateLog(adapters, secrets);
  await adapters.stop();
  for (const system of [silent, ...systems.values()]) await system.stop();
});

const boardCallsFor = (system: BoardSystem) =>
  boardCalls(
    () => adapters,
    (kind) => findSystem(system).jobId(kind),
    system.code,
  );

let usedCompanies = 0;
/** Returns the code of a company whose board is not cached. */
const nextUnread = ({ code }: BoardSystem) => `${code}-${usedCompanies++ % UNREAD}`;

const NAMED = BOARD_SYSTEMS.map((system) => [system.name, system] as const);

describe.each(NAMED)("%s", (_, system) => {
  const { positionId, read, list, position, apply } = boardCallsFor(system);
  const { code, second } = system;
  const posts = () => findSystem(system).requests.filter(system.isPost).length;
  const override = (what: Partial<Override>) =>
    findSystem(system).overrides.push({ on: system.isPost, ...what });
  const careful = `${code}-careful`;

  test("is requested once for concurrent requests [12.10]", async () => {
    const board = nextUnread(system);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 ? list(board) : position("plain", board),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(findSystem(system).requests).toHaveLength(system.reads);
    const results = answers[1]?.body.results as { uuid: string; published_at: string }[];
    expect(results.map(({ uuid }) => uuid)).toContain(positionId("plain", board));
    const dates = results.map(({ published_at }) => published_at);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test("returns a company, a list and jobs that match the contract", async () => {
    await read(`account/clients/${code}/public`, Client);
    const { results } = (await list()).body as { results: { uuid: string }[] };
    expect(results.length).toBe(findSystem(system).jobs.size);
    for (const { uuid } of results) {
      expect((await read(`hiring/positions/${uuid}`, Position)).status).toBe(200);
    }
  });

  test.each([
    ["an unknown job", `${code}_799999999`],
    ["an invalid id", `${code}_about`],
    ["an unknown company", "another_1"],
    ["an id without a company", "1"],
  ])("returns 404 for %s", async (_, id) => {
    expect((await read(`hiring/positions/${id}`)).status).toBe(404);
  });

  test.each<[string, Partial<Override>, number]>([
    ["a 500", { status: 500 }, 502],
    ["a redirect", { status: 302, headers: { Location: "/" } }, 502],
    ["JSON of another shape", { body: '{"jobs": 5}' }, 502],
    ["HTML", { body: "<!doctype html><title>Jobs</title><p>No jobs" }, 502],
    ["a reset connection", { status: 0 }, 502],
    ["a 429", { status: 429, headers: { "Retry-After": "9" } }, 429],
  ])("does not cache a read that fails with %s", async (_, reply, status) => {
    const board = nextUnread(system);
    for (const call of [() => list(board), () => position("plain", board)]) {
      override({ ...reply, on: () => true });
      const answer = await call();
      expect(answer).toMatchObject({ status, retryAfter: status === 429 ? "9" : null });
      expect(answer.body).not.toHaveProperty("detail");
    }
    expect((await list(board)).status).toBe(200);
    expect((await position("plain", board)).status).toBe(200);
  });

  test("returns 502 and logs an error for a missing board", async () => {
    override({ on: () => true, status: 404 });
    expect((await list(`${code}-elsewhere`)).status).toBe(502);
    await expect
      .poll(() => adapters.log.join("\n"))
      .toMatch(new RegExp(`${code}-elsewhere: GET .* answered 404: check the board`));
  });

  describe("a position", () => {
    const publishPosition = async (kind: string) => {
      const { body } = await position(kind);
      const client = await read(`account/clients/${code}/public`);
      return { body, ...(await publish(body, client.body)) };
    };
    const createPlace = (country: string, addressLocality: string) => ({
      "@type": "Place",
      address: expect.objectContaining({ addressLocality, addressCountry: country }) as unknown,
    });

    test("has the countries of a remote job", async () => {
      const { body, posting } = await publishPosition("remote");
      expect(body).toMatchObject({ workplace: "remote", remote_countries: ["ES"] });
      expect(posting).toMatchObject({
        jobLocationType: "TELECOMMUTE",
        applicantLocationRequirements: [{ "@type": "Country", name: "ES" }],
      });
      expect(posting).not.toHaveProperty("jobLocation");
    });

    test("has several locations, which the list also contains", async () => {
      const { body, posting } = await publishPosition("several places");
      expect(posting?.jobLocation).toEqual([
        createPlace("ES", "Valencia"),
        createPlace("PL", "Gdańsk"),
      ]);
      const { results } = (await list()).body as { results: Record<string, unknown>[] };
      const listed = results.find(({ uuid }) => uuid === body.uuid);
      for (const job of [body, listed]) {
        expect(job?.location).toMatch(/^Valencia.*Gdańsk/);
        expect(job?.places).toMatchObject([{ city: "Valencia" }, { city: "Gdańsk" }]);
      }
    });

    test("has no country if the system names only a city", async () => {
      const { body, posting } = await publishPosition("bare place");
      expect(body).toMatchObject({ location: "Berlin" });
      expect(JSON.stringify([body.country, body.places])).not.toMatch(/es/i);
      expect(posting).toBeUndefined();
    });

    test("has exact pay amounts, if any, and no `salary` text", async () => {
      const { body, page, posting } = await publishPosition("pay");
      const range = { min: 15.75, max: 18, currency: "EUR" };
      const pay = {
        whole: { ...range, unit: "hour" },
        "no interval": range,
        none: undefined,
      }[system.pay];
      expect(body.pay).toEqual(pay);
      expect(body).not.toHaveProperty("salary");
      const shownPay = page.pay && payText(page.pay, "en");
      expect(shownPay).toBe(
        { whole: "€15.75 – €18.00 an hour", "no interval": "€15.75 – €18.00", none: undefined }[
          system.pay
        ],
      );
      const value = { minValue: 15.75, maxValue: 18, unitText: "HOUR" };
      expect(posting?.baseSalary).toEqual(
        system.pay === "whole"
          ? {
              "@type": "MonetaryAmount",
              currency: "EUR",
              value: { "@type": "QuantitativeValue", ...value },
            }
          : undefined,
      );
    });

    test("has the pictures in its description", async () => {
      const { description } = await publishPosition("picture");
      expect(description).toContain(
        '<img src="https://taller.example/kiln.jpg" alt="A kiln" loading="lazy"',
      );
    });

    if ("link" in system) {
      test("has the links in a question", async () => {
        const { body } = await publishPosition("link");
        const field = (body.fields as { kind: string }[]).find(({ kind }) => kind === system.link);
        expect(JSON.stringify(field)).toContain(`I have read the policy (${POLICY}).`);
      });
    }
  });

  test("lists all jobs of a board with more than 300 jobs", async () => {
    const board = `${code}-many`;
    const results = (await list(board)).body.results as { uuid: string }[];
    const ids = results.map(({ uuid }) => uuid);
    expect(new Set(ids).size).toBe(findLargeSystem(system).jobs.size);
    for (const kind of ["job 0", "job 299"]) {
      const uuid = `${board}_${findLargeSystem(system).jobId(kind)}`;
      expect(ids).toContain(uuid);
      expect((await read(`hiring/positions/${uuid}`)).body).toMatchObject({ uuid });
    }
  });

  test("waits for a slow board", async () => {
    const board = nextUnread(system);
    let release: () => void = () => undefined;
    override({
      on: () => true,
      isProcessed: true,
      until: new Promise<void>((resolve) => (release = resolve)),
    });
    const listing = list(board);
    await expect.poll(() => findSystem(system).requests.length).toBe(1);
    release();
    expect((await listing).status).toBe(200);
  });

  test("returns 425 to a repeat while the first request is being sent [12.09]", async () => {
    let release: () => void = () => undefined;
    const until = new Promise<void>((resolve) => (release = resolve));
    override({ isProcessed: true, until });
    const key = crypto.randomUUID();
    const caller = new AbortController();
    const first = expect(apply("plain", { key, signal: caller.signal })).rejects.toThrow();
    await expect.poll(posts).toBe(1);
    caller.abort();
    await first;
    expect(await apply("plain", { key })).toMatchObject({ status: 425, retryAfter: "20" });
    release();
    await expect.poll(async () => (await apply("plain", { key })).status).toBe(201);
    expect(findSystem(system).applications).toHaveLength(1);
  });

  test("does not post an accepted application again and repeats the first response [12.09]", async () => {
    const key = crypto.randomUUID();
    const first = await apply("plain", { key });
    expect(first).toMatchObject({ status: 201, body: { id: expect.any(String) as unknown } });
    expect(await apply("plain", { key })).toEqual(first);
    expect(posts()).toBe(1);
    expect(findSystem(system).applications).toHaveLength(1);
  });

  test("posts a candidate's second application [12.08]", async () => {
    expect((await apply("plain")).status).toBe(201);
    const again = await apply("plain");
    expect(again.status).toBe(second === "refuses" ? 409 : 201);
    if (second === "refuses") expect(again.body).toEqual({});
    expect(findSystem(system).applications).toHaveLength(second === "takes" ? 2 : 1);
    expect(posts()).toBe(2);
  });

  test.each<[string, Partial<Override>, number]>([
    ["a 401", { status: 401 }, 502],
    ["a 403", { status: 403 }, 502],
    ["a redirect", { status: 302, headers: { Location: "/" } }, 502],
    ["a 429", { status: 429, headers: { "Retry-After": "7" } }, 429],
  ])("posts again after %s", async (_, reply, status) => {
    const key = crypto.randomUUID();
    // Override all calls, because an adapter with tokens posts again after a 401.
    override({ body: "{}", isPermanent: true, ...reply });
    const answer = await apply("plain", { key, code: careful });
    expect(answer).toMatchObject({ status, retryAfter: status === 429 ? "7" : null });
    expect(answer.body).not.toHaveProperty("detail");
    findSystem(system).overrides.length = 0;
    expect((await apply("plain", { key, code: careful })).status).toBe(201);
    expect(findSystem(system).applications).toHaveLength(1);
  });

  test.each<[string, Partial<Override>]>([
    ["a 500", { status: 500, body: "{}" }],
    ["a 503 with a message", { status: 503, body: '{"ok":false,"error":"Invalid"}' }],
    ["a 408 with a message", { status: 408, body: '{"ok":false,"error":"Too slow"}' }],
    ["a reset connection", { status: 0 }],
    ["HTML", { body: "<h1>Back soon</h1>", headers: { "Content-Type": "text/html" } }],
  ])("adds no second application after %s if repeats are forbidden", async (_, reply) => {
    const key = crypto.randomUUID();
    override({ isProcessed: true, ...reply });
    const lost = await apply("plain", { key, code: careful });
    expect(lost.status).toBe(502);
    expect(lost.body).not.toHaveProperty("detail");
    const again = await apply("plain", { key, code: careful });
    expect(again.status).toBe(second === "merges" ? 201 : 409);
    if (again.status === 409) expect(again.body).toEqual({});
    expect(posts()).toBe(second === "takes" ? 1 : 2);
    expect(findSystem(system).applications).toHaveLength(1);
  });

  test("posts again after an unknown result if the company's folder allows repeats", async () => {
    const key = crypto.randomUUID();
    override({ isProcessed: true, status: 500, body: "{}" });
    expect((await apply("plain", { key })).status).toBe(502);
    expect((await apply("plain", { key })).status).toBe(second === "refuses" ? 409 : 201);
    expect(findSystem(system).applications).toHaveLength(second === "takes" ? 2 : 1);
  });

  test("adds a message to a refusal without a message", async () => {
    override({ status: 413, body: "{}" });
    const { status, body } = await apply("plain");
    expect([status, body]).toEqual([
      422,
      {
        detail: "The company's system didn't accept your application. Check your answers.",
      },
    ]);
  });

  test("returns 410 after a 404 for a closed job, and 502 after a 404 for an open job", async () => {
    const id = findSystem(system).jobId("plain");
    const job = findSystem(system).jobs.get(id);
    await position("plain");
    findSystem(system).jobs.delete(id);
    const closed = await apply("plain");
    findSystem(system).jobs.set(id, job);
    expect([closed.status, closed.body.detail]).toEqual([
      410,
      "This job is no longer accepting applications.",
    ]);
    override({ status: 404, body: "{}" });
    expect((await apply("plain")).status).toBe(502);
  });

  test("does not post an application if applications are off", async () => {
    const { status, body } = await apply("plain", { code: `${code}-off` });
    expect([status, body.detail]).toEqual([
      422,
      "Este sitio está en pruebas y todavía no recibe postulaciones. No enviamos nada a la empresa.",
    ]);
    expect(findSystem(system).requests).toEqual([]);
  });

  const KEYS = [
    [`${code}-wrong`, /(answered|got) 40[13]/],
    [`${code}-unset`, /the secret UNSET_KEY is not set/],
  ] as const;
  if (system.secrets) {
    test.each(KEYS)(
      "returns 502 and logs an error if the key is invalid or missing (company: %s) [12.06]",
      async (company, line) => {
        const answer = await apply("plain", { code: company });
        expect(answer.status).toBe(502);
        expect(answer.body).not.toHaveProperty("detail");
        const lines = () =>
          adapters.log.filter((line) => line.startsWith(`${company}: `)).join("\n");
        await expect.poll(lines).toMatch(line);
        expect(findSystem(system).applications).toEqual([]);
      },
    );
  }

  test("does not post an application with missing answers", async () => {
    await position("everything required");
    findSystem(system).requests.length = 0;
    const form = contractForm({ fields: { email: "" }, cv: null });
    const { status, body } = await apply("everything required", { form });
    expect([status, body.detail]).toEqual([422, "Check the answers with errors."]);
    expect(body.errors).toContainEqual({ field: "cv", message: "Choose a file." });
    expect(body.errors).toContainEqual({ field: "email", message: "Answer this question." });
    expect(findSystem(system).requests).toEqual([]);
  });
});

test.each(NAMED)("a %s board that does not respond leads to 504", async (_, { code }) => {
  const timedOut = {
    status: 504,
    body: { error: expect.any(String) as unknown },
    retryAfter: null,
  };
  expect(await silentReads.get(code)).toEqual([timedOut, timedOut]);
  expect(adapters.log.join("\n")).toMatch(new RegExp(`${code}-silent: .* timed out`));
});

describe("the adapters' shared code", () => {
  const [system] = BOARD_SYSTEMS;
  if (!system) throw new Error("No board system");
  const { read, apply } = boardCallsFor(system);
  const posts = () => findSystem(system).requests.filter(system.isPost).length;
  const position = `${system.code}_1`;

  test("accepts a corrected form with the key of a refused form", async () => {
    const key = crypto.randomUUID();
    const form = contractForm({ cv: null });
    expect((await apply("plain", { key, form })).status).toBe(422);
    expect((await apply("plain", { key })).status).toBe(201);
  });

  test("posts again only after reading the system", async () => {
    const key = crypto.randomUUID();
    findSystem(system).overrides.push(
      { on: system.isPost, status: 500, body: "{}" },
      { on: (request) => !system.isPost(request), status: 503, body: "{}" },
    );
    const send = async () => (await apply("plain", { key })).status;
    expect([await send(), await send(), await send()]).toEqual([502, 502, 201]);
    expect(posts()).toBe(2);
  });

  test.each([
    ["the company", `account/clients/${INVALID.uuid}/public`],
    ["the list", `hiring/${INVALID.code}/positions-public`],
    ["a position", `hiring/positions/${INVALID.code}_1`],
  ])("returns 502 for %s of an invalid company folder and logs the error", async (_, path) => {
    adapters.log.length = 0;
    expect((await read(path)).status).toBe(502);
    await expect.poll(() => adapters.log.join("\n")).toContain(INVALID.error);
  });

  test("does not return a company's `board`", async () => {
    const { body } = await read(`account/clients/${system.code}/public`);
    expect(body).toMatchObject({ uuid: companyUuid(0), code: system.code, name: "Taller Example" });
    expect(body.privacy_policy).toBe("# Privacy\n\nWe keep nothing.");
    expect(body).not.toHaveProperty("board");
    expect((await read(`hiring/${companyUuid(0)}/positions-public`)).status).toBe(200);
  });

  test.each<[string, string, string, Record<string, string>, number]>([
    ["without the key", `hiring/positions/${position}`, "GET", { "X-Api-Key": "" }, 401],
    ["with a wrong key", `hiring/positions/${position}`, "GET", { "X-Api-Key": "x" }, 401],
    ["to an unknown path", "hiring", "GET", {}, 404],
    ["for an unknown company", "account/clients/nobody/public", "GET", {}, 404],
    ["with an unsupported method", `hiring/positions/${position}`, "DELETE", {}, 405],
    [
      "to a company without the position",
      `hiring/${system.code}-careful/positions/${position}/apply`,
      "POST",
      {},
      404,
    ],
    [
      "with an invalid idempotency key",
      `hiring/${system.code}/positions/${position}/apply`,
      "POST",
      { "Idempotency-Key": "a b" },
      400,
    ],
    ["without a form", `hiring/${system.code}/positions/${position}/apply`, "POST", {}, 400],
  ])("refuses a call %s", async (_, path, method, headers, status) => {
    expect(await read(path, undefined, { method, headers })).toMatchObject({
      status,
      body: { detail: expect.any(String) as unknown },
    });
  });
});

describe("the site with adapters", () => {
  let state: string;
  let site: Site;
  const startAll = async () => {
    adapters = await start(join(state, "adapters"));
    const vars = {
      RETRY_FIRST_MS: "100",
      RETRY_MAX_MS: "1000",
      RELEASE_PER: "company",
      // An attempt interrupted by a crash occupies its release slot until its timeout.
      READ_TIMEOUT_MS: "1500",
      APPLY_TIMEOUT_MS: "4000",
    };
    site = await startSite({ platform: adapters.base, persistTo: join(state, "site"), vars });
  };
  /** Creates two applications per system: one to a company that allows repeats, one to a company that forbids them. */
  const applications = (name: string) =>
    BOARD_SYSTEMS.flatMap((system) =>
      (["send", "stop"] as const).map((repeat) => ({
        system,
        repeat,
        code: repeat === "send" ? system.code : `${system.code}-careful`,
        form: buildForm(
          {
            ...{ first_name: "Ana", last_name: "Núñez", phone: "+34 600 000 001" },
            "field-email": `${name}.${repeat}@example.org`,
          },
          { bytes: createPdf(2000), name: "cv.pdf" },
        ),
      })),
    );
  type Sent = ReturnType<typeof applications>[number];
  const send = ({ system, code, form }: Sent) =>
    post(`${site.url}/${code}/a-job/${code}_${findSystem(system).jobId("plain")}`, form);
  const sendAndGetReceipt = async (sent: Sent) => {
    const answer = await send(sent);
    expect(answer.status).toBe(303);
    return new URL(answer.headers.get("Location") ?? "", site.url).href;
  };
  const expectStatus = (receipt: string, status: string) =>
    expect.poll(async () => (await readReceipt(receipt)).Status).toBe(status);

  beforeAll(async () => {
    await adapters.stop();
    state = await mkdtemp(join(tmpdir(), "puerta-boards-"));
    await startAll();
  });
  afterAll(async () => {
    await site.stop();
    await rm(state, { recursive: true, force: true });
  });

  test("delivers applications once after an outage and refused keys [12.06]", async () => {
    const sent = applications("away").filter(({ repeat }) => repeat === "send");
    for (const { system, code } of sent) await boardCallsFor(system).position("plain", code);
    const receipts = new Map<Sent, string>();
    for (const application of sent) {
      findSystem(application.system).overrides.push({
        on: () => true,
        status: 503,
        body: "<h1>Away</h1>",
        isPermanent: true,
      });
      receipts.set(application, await sendAndGetReceipt(application));
    }
    for (const [status, minRequests] of [
      [503, 2],
      [401, 5],
    ] as const) {
      for (const { system } of sent) {
        for (const override of findSystem(system).overrides) override.status = status;
        await expect
          .poll(() => findSystem(system).requests.length)
          .toBeGreaterThanOrEqual(minRequests);
      }
    }
    for (const [{ system }, receipt] of receipts) {
      expect((await readReceipt(receipt)).Status).toBe("On its way");
      expect(findSystem(system).applications).toEqual([]);
      findSystem(system).overrides.length = 0;
    }
    for (const [{ system }, receipt] of receipts) {
      await expectStatus(receipt, "Delivered");
      expect(findSystem(system).applications).toHaveLength(1);
    }
  });

  test("delivers applications and remembers closed jobs after a crash [12.07]", async () => {
    const all = applications("killed");
    const releases: (() => void)[] = [];
    const pending: Promise<unknown>[] = [];
    const listed = new Map<unknown, Record<string, unknown>>();
    for (const sent of all) {
      const { requests, overrides } = findSystem(sent.system);
      const before = requests.filter(sent.system.isPost).length;
      const until = new Promise<void>((resolve) => releases.push(resolve));
      overrides.push({ on: sent.system.isPost, isProcessed: true, until, status: 0 });
      pending.push(send(sent).catch(() => undefined));
      await expect.poll(() => requests.filter(sent.system.isPost).length).toBe(before + 1);
      const { body } = await boardCallsFor(sent.system).list(sent.code);
      for (const job of body.results as Record<string, unknown>[]) listed.set(job.uuid, job);
    }
    await Promise.all([site.kill(), adapters.kill()]);
    for (const { jobs, jobId } of systems.values()) jobs.delete(jobId("everything required"));
    for (const release of releases) release();
    await Promise.all(pending);
    await startAll();
    const check = async (sent: Sent) => {
      const { system, repeat, code, form } = sent;
      // A duplicate error can refer to an earlier application of the same candidate.
      const isUnconfirmed =
        system.second === "refuses" || (system.second === "takes" && repeat === "stop");
      await expectStatus(
        await sendAndGetReceipt(sent),
        isUnconfirmed ? "Probably delivered" : "Delivered",
      );
      const email = form.get("field-email") as string;
      const matching = findSystem(system).applications.filter((application) =>
        hasEmail(application, email),
      );
      expect(matching).toHaveLength(system.second === "takes" && repeat === "send" ? 2 : 1);
      const { positionId, position } = boardCallsFor(system);
      const { status, body } = await position("everything required", code);
      const job = listed.get(positionId("everything required", code));
      expect([status, body]).toEqual([
        410,
        {
          detail: "This job is no longer accepting applications.",
          client: companies().find((company) => company.code === code)?.uuid,
          name: job?.name,
          location: job?.location,
          contract_type: job?.contract_type ?? null,
        },
      ]);
    };
    await Promise.all(all.map(check));
  });
});

function hasEmail(application: unknown, email: string): boolean {
  const { form } = application as { form?: FormData };
  const text = form ? JSON.stringify([...form.values()]) : JSON.stringify(application);
  return text.includes(email);
}
