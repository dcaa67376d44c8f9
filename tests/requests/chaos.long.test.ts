import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { messagesFor } from "~/app/i18n/messages";
import { Random } from "../simulator/random";
import {
  ANSWERS,
  submitPath,
  buildForm,
  positionPath,
  createPdf,
  sha256,
} from "../support/application-form";
import type { Behaviour } from "../support/fake-platform";
import type { FakeResponse } from "../support/fake-platform-http";
import { parseMultipart } from "../support/fake-platform-multipart";
import { formFromPage } from "../support/form-from-page";
import { findElements, findText } from "../support/html";
import { RECEIPT_STATUS, readReceiptStatus } from "../support/receipts";
import { startSite } from "../support/site";
import { startSites } from "../support/sites-for-file";
import { size } from "../support/size";

/** `SEED=7 npx vitest run chaos` repeats the random choices of a run, but not its timing. */
const SEED = Number(process.env.SEED ?? 41);
const COUNT = size(40, 1000);
const KILLS = size(4, 60);
/** Delay between candidates, in ms. */
const EVERY_MS = 300;
/**
 * Maximum number of concurrent candidates. All of them repeat their forms after a restart. If there were more
 * than the site can serve before the next crash, they would never get a response.
 */
const MAX_AT_ONCE = 10;
/** Responses after which a candidate gives up. Attempts without a response do not count. */
const MAX_RESPONSES = 60;

const VARS = {
  APPLY_TIMEOUT_MS: "1500",
  READ_TIMEOUT_MS: "1000",
  RETRY_FIRST_MS: "300",
  RETRY_MAX_MS: "1000",
  RELEASE_PER_SECOND: "100",
  OPERATOR_SECRET: "a-secret-for-operators",
};
/** The possible final statuses of an accepted application on its receipt and in the operators' list. */
const ACCEPTED_STATUSES = [
  `${RECEIPT_STATUS.delivered}, listed as undefined`,
  `${RECEIPT_STATUS.unconfirmed}, listed as unconfirmed`,
];
/** The final status of a refused application on its receipt and in the operators' list. */
const FAILED_STATUS = `${RECEIPT_STATUS.undelivered}, listed as failed`;
const t = messagesFor("es-es");

/** A refusal that is the same for all candidates. */
const DETAIL = "No hemos podido guardar tu solicitud";
const body = { detail: DETAIL };
const headers = { "Retry-After": "1" };
const USUAL: Behaviour = { kind: "default" };
const DROP: Behaviour = { kind: "drop" };
const answerWith = (status: number, more: Omit<FakeResponse, "status"> = {}): Behaviour => ({
  kind: "answer",
  answer: { status, ...more },
});

type WeightedBehaviours = readonly (readonly [share: number, Behaviour])[];
const ACCEPTING: WeightedBehaviours = [
  [30, USUAL],
  [5, { kind: "lose-answer" }],
  [4, { kind: "take-and-drip", everyMs: 0, bytes: 11 }],
  [4, { kind: "take-and-drip", everyMs: 0, bytes: 30 }],
  [4, { kind: "take-and-drip", everyMs: 2 }],
  [4, { kind: "take-and-drip", everyMs: 50 }],
  [5, { kind: "take-and-stall" }],
  [6, { kind: "take-and-answer", answer: { status: 500 } }],
  [3, { kind: "take-and-answer", answer: { status: 503, body } }],
];
const NOT_ACCEPTING: WeightedBehaviours = [
  [6, answerWith(500)],
  [6, answerWith(503, { body, headers })],
  [6, answerWith(429, { headers })],
  [3, { kind: "stall" }],
  [8, DROP],
];
type Candidate = ReturnType<typeof createCandidate>;

function createCandidate(_: unknown, index: number) {
  const random = new Random(SEED, `candidate ${index}`);
  const key = sha256(Buffer.from(`${SEED} ${index}`)).slice(0, 32);
  const name = `Zoraida-${index}-`;
  const answer = `Por la bicicleta ${index}`;
  const cv = { bytes: createPdf(random.chance(0.1) ? 300_000 : 2000), name: `cv-${index}.pdf` };
  return {
    key,
    fields: { ...ANSWERS, application_id: key, first_name: name, "open_question-0": answer },
    cv,
    receiptId: sha256(Buffer.from(key)),
    /** The expected contents in the format of `receivedContents`. */
    contents: [key, name, answer, cv.name, sha256(cv.bytes)].join(" "),
    refusal: index % 10 === 3 ? `No podemos aceptar a ${name}` : undefined,
    address: index % 2 === 0 ? positionPath("questions") : submitPath(key),
    behaviour: random.weighted({ patient: 5, double: 2, cut: 2, hasty: 2 }),
    leavesAfterMs: random.whole(20, 1200),
  };
}

const candidates = Array.from({ length: COUNT }, createCandidate);
const findRefusal = (key: string) => candidates.find((other) => other.key === key)?.refusal;

const { platform } = await startSites({});
const isAccepted = (key: string) =>
  platform.applications.some(({ idempotencyKey }) => idempotencyKey === key);
const attempts = new Map<string, number>();
const refusals = new Map<string, number>();
/** Whether an application could have failed, which requires two refusals. */
const mayHaveFailed = (key: string) => (refusals.get(key) ?? 0) > 1;
let isHealthy = false;

/** Chooses the platform's behaviour for an attempt. */
function chooseBehaviour(key = ""): Behaviour {
  const attempt = (attempts.get(key) ?? 0) + 1;
  attempts.set(key, attempt);
  const refused = answerWith(400, { body: { detail: findRefusal(key) ?? DETAIL } });
  const first: WeightedBehaviours = findRefusal(key) === undefined ? ACCEPTING : [[60, refused]];
  const behaviours = [...first, ...NOT_ACCEPTING, [5, isAccepted(key) ? USUAL : refused]] as const;
  const total = behaviours.reduce((sum, [share]) => sum + share, 0);
  let left = isHealthy ? 0 : new Random(SEED, `${key} ${attempt}`).next() * total;
  const behaviour = behaviours.find(([share]) => (left -= share) < 0)?.[1];
  if (behaviour === refused) refusals.set(key, (refusals.get(key) ?? 0) + 1);
  const isConflict = isAccepted(key) && behaviour === USUAL && new Random(SEED, key).chance(0.3);
  return isConflict ? answerWith(409) : (behaviour ?? USUAL);
}

/** Returns the distinct contents of all complete attempts. */
function receivedContents(): string[] {
  const calls = platform.requestsTo("apply").filter((call) => call.body.length > 0);
  const contents = calls.map((call) => {
    const parts = parseMultipart(call.headers["content-type"] ?? "", call.body);
    const fields = Object.fromEntries(parts?.fields ?? []);
    const answer = /"answer":"(.*?)"/.exec(fields.open_questions ?? "")?.[1];
    const files = parts?.files.map((file) => `${file.fileName} ${file.sha256}`) ?? [];
    return [call.headers["idempotency-key"], fields.first_name, answer, ...files].join(" ");
  });
  return [...new Set(contents)].sort();
}

interface Result {
  receiptId?: string | null | undefined;
  status?: string | undefined;
  message: string;
  /** The form returned with an error. */
  form?: FormData;
}

async function send(url: string, { address, fields }: Candidate, body: FormData, wait = 60_000) {
  const signal = AbortSignal.timeout(wait);
  const options = { method: "POST", body, redirect: "manual", signal } as const;
  try {
    const response = await fetch(url + address, options);
    const text = await response.text();
    return address === positionPath("questions")
      ? readPage(response, text, fields)
      : readJson(text);
  } catch (error) {
    const { name, cause } = error as Error; // `fetch` throws only errors.
    if (name !== "TimeoutError" && cause === undefined) throw error;
    return undefined;
  }
}

function readPage({ headers }: Response, html: string, fields: Record<string, string>): Result {
  const location = headers.get("Location");
  if (location !== null) {
    return { receiptId: new URL(location, "http://site").searchParams.get("receipt"), message: "" };
  }
  const message = findText(html, "error-summary") || findText(html, "screen");
  const form = findElements(html, "form").length > 0 ? formFromPage(html, fields) : undefined;
  return { message, ...(form?.get("held_cv") && { form }) };
}

function readJson(message: string): Result {
  const { receipt } = JSON.parse(message) as { receipt?: { id: string; status: string } };
  return { receiptId: receipt?.id, status: receipt?.status, message };
}

async function sendHalf(url: string, { address }: Candidate, form: FormData): Promise<void> {
  const encoded = new Response(form);
  const type = encoded.headers.get("Content-Type") ?? "";
  const bytes = Buffer.from(await encoded.arrayBuffer());
  const headers = { "Content-Type": type, "Content-Length": bytes.length };
  const call = request(url + address, { method: "POST", headers });
  call.on("error", () => call.destroy());
  call.write(bytes.subarray(0, bytes.length / 2));
  await sleep(100);
  call.destroy();
}

test(
  `${COUNT} applications survive platform failures and ${KILLS} crashes`,
  { timeout: size(180_000, 7_200_000), retry: 0 },
  async ({ onTestFailed }) => {
    onTestFailed(() => console.error(`Repeat with SEED=${SEED}`));
    const reads = new Random(SEED, "reads");
    platform.on("apply").each(chooseBehaviour);
    platform
      .on("position")
      .each(() => (isHealthy || reads.chance(0.92) ? USUAL : reads.pick([DROP, answerWith(503)])));
    const state = await mkdtemp(join(tmpdir(), "puerta-state-"));
    const start = () => startSite({ platform: platform.url, vars: VARS, persistTo: state });
    let site = await start();
    let killing = Promise.resolve();
    let isOver = false;
    const problems = new Set<string>();
    const applied = new Set<Candidate>();

    /** Checks a response. @returns whether it is final */
    function checkResult(candidate: Candidate, result: Result): boolean {
      const { receiptId, status, message } = result;
      const { key, refusal = DETAIL, fields } = candidate;
      const report = (what: string) => void problems.add(`${fields.first_name} ${what}`);
      if (receiptId) {
        applied.add(candidate);
        if (receiptId !== candidate.receiptId) report("has another candidate's receipt");
        if (status === "delivered" && !isAccepted(key)) report("was not delivered");
        return true;
      }
      const known = [DETAIL, refusal, t["error.network"], t["error.cv_gone"]];
      if (!known.some((text) => message.includes(text)))
        report(`got an unexpected message: ${message}`);
      return candidate.refusal !== undefined && message.includes(refusal);
    }

    async function apply(candidate: Candidate): Promise<void> {
      const { behaviour, fields, cv, leavesAfterMs } = candidate;
      let form = buildForm(fields, cv);
      if (behaviour === "cut") await sendHalf(site.url, candidate, form);
      if (behaviour === "hasty") await send(site.url, candidate, form, leavesAfterMs);
      let received = 0;
      while (received < MAX_RESPONSES && !isOver) {
        const forms = behaviour === "double" ? [form, form] : [form];
        const outcomes = await Promise.all(forms.map((copy) => send(site.url, candidate, copy)));
        const results = outcomes.filter((result) => result !== undefined);
        if (results.map((result) => checkResult(candidate, result)).includes(true)) return;
        if (results.length > 0) received += 1;
        form = results[0]?.form ?? buildForm(fields, cv);
        await sleep(300);
      }
      problems.add(`${fields.first_name} got no final response`);
    }

    async function killAfter(ms: number): Promise<void> {
      await sleep(ms);
      await site.kill();
      site = await start();
    }

    /** Lets all candidates apply, and kills the site `KILLS` times meanwhile. */
    async function applyAndKill(): Promise<void> {
      const random = new Random(SEED, "kills");
      const kills = new Set(
        Array.from({ length: KILLS }, (_, kill) =>
          Math.floor(((kill + random.next()) * COUNT) / KILLS),
        ),
      );
      const applying = new Set<Promise<void>>();
      for (const [index, candidate] of candidates.entries()) {
        if (kills.has(index)) {
          await killing;
          killing = killAfter(random.whole(0, 1000));
        }
        while (applying.size >= MAX_AT_ONCE) await Promise.race(applying);
        const attempt = apply(candidate).finally(() => applying.delete(attempt));
        applying.add(attempt);
        await sleep(EVERY_MS);
      }
      await Promise.all([killing, ...applying]);
    }

    /** Finds receipts whose status is wrong or not final. */
    async function findUnsettled(): Promise<string[]> {
      await site.cron();
      const headers = { Authorization: `Bearer ${VARS.OPERATOR_SECRET}` };
      const response = await fetch(`${site.url}/-/operator/applications`, { headers });
      const list = await response.json<{ applications: { receiptId: string; state: string }[] }>();
      const states = new Map(list.applications.map(({ receiptId, state }) => [receiptId, state]));
      const unsettled = [];
      for (const { key, receiptId, fields } of applied) {
        const status = await readReceiptStatus(
          `${site.url + positionPath("questions")}?receipt=${receiptId}`,
        );
        const actual = `${status}, listed as ${states.get(receiptId)}`;
        const expected = isAccepted(key)
          ? ACCEPTED_STATUSES
          : mayHaveFailed(key)
            ? [FAILED_STATUS]
            : [];
        if (!expected.includes(actual)) unsettled.push(`${fields.first_name}: ${actual}`);
      }
      return unsettled;
    }

    try {
      await applyAndKill();
      isHealthy = true;
      // Wait for alarms without reading receipts, because a read of a receipt would start an attempt.
      const missing = () =>
        [...applied].map(({ key }) => key).filter((key) => !isAccepted(key) && !mayHaveFailed(key));
      await expect.poll(missing, { timeout: size(20_000, 300_000) }).toEqual([]);
      await expect
        .poll(findUnsettled, { interval: 1000, timeout: size(60_000, 600_000) })
        .toEqual([]);
      expect([...problems]).toEqual([]);
      expect(receivedContents()).toEqual(candidates.map(({ contents }) => contents).sort());
      expect(applied.size).toBeGreaterThanOrEqual(COUNT * 0.9);
    } finally {
      isOver = true;
      await killing.catch(() => undefined);
      await site.stop();
      await rm(state, { recursive: true, force: true });
    }
  },
);
