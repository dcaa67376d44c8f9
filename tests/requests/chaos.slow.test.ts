import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { messagesFor } from "../../app/i18n/messages";
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
import type { FakeAnswer } from "../support/fake-platform-http";
import { parseMultipart } from "../support/fake-platform-multipart";
import { formFromPage } from "../support/form-from-page";
import { findElements, findText } from "../support/html";
import { RECEIPT_STATUS, readReceiptStatus } from "../support/receipts";
import { startSite } from "../support/site";
import { startSites } from "../support/sites-for-file";
import { size } from "../support/size";

/** A run's chances, but not its timing, can be had again: `SEED=7 npx vitest run chaos`. */
const SEED = Number(process.env.SEED ?? 41);
const COUNT = size(40, 1000);
const KILLS = size(4, 60);
/** From one candidate to the next, in ms. */
const EVERY_MS = 300;

const VARS = {
  APPLY_TIMEOUT_MS: "1500",
  READ_TIMEOUT_MS: "1000",
  RETRY_FIRST_MS: "300",
  RETRY_MOST_MS: "1000",
  RELEASE_PER_SECOND: "100",
  OPERATOR_SECRET: "a-secret-for-operators",
};
/** How receipts end with the operator's list: if the platform has the application; if it refused. */
const TAKEN_ENDS = [
  `${RECEIPT_STATUS.delivered}, listed as undefined`,
  `${RECEIPT_STATUS.unconfirmed}, listed as unconfirmed`,
];
const GIVEN_UP = `${RECEIPT_STATUS.undelivered}, listed as failed`;
const t = messagesFor("es-es");

/** The platform's answer to any candidate. */
const DETAIL = "No hemos podido guardar tu solicitud";
const body = { detail: DETAIL };
const headers = { "Retry-After": "1" };
const USUAL: Behaviour = { does: "usual" };
const DROP: Behaviour = { does: "drop" };
const answering = (status: number, more: Omit<FakeAnswer, "status"> = {}): Behaviour => ({
  does: "answer",
  answer: { status, ...more },
});

type Fates = readonly (readonly [share: number, Behaviour])[];
const TAKEN: Fates = [
  [30, USUAL],
  [5, { does: "lose-answer" }],
  [4, { does: "take-and-drip", everyMs: 0, bytes: 11 }],
  [4, { does: "take-and-drip", everyMs: 0, bytes: 30 }],
  [4, { does: "take-and-drip", everyMs: 2 }],
  [4, { does: "take-and-drip", everyMs: 50 }],
  [5, { does: "take-and-stall" }],
  [6, { does: "take-and-answer", answer: { status: 500 } }],
  [3, { does: "take-and-answer", answer: { status: 503, body } }],
];
const NOT_TAKEN: Fates = [
  [6, answering(500)],
  [6, answering(503, { body, headers })],
  [6, answering(429, { headers })],
  [3, { does: "stall" }],
  [8, DROP],
];
type Candidate = ReturnType<typeof candidateOf>;

function candidateOf(_: unknown, index: number) {
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
    /** The attempts that reach the platform, as `arrived` has them. */
    contents: [key, name, answer, cv.name, sha256(cv.bytes)].join(" "),
    refusal: index % 10 === 3 ? `No podemos aceptar a ${name}` : undefined,
    address: index % 2 === 0 ? positionPath("questions") : submitPath(key),
    hand: random.weighted({ patient: 5, double: 2, cut: 2, hasty: 2 }),
    leavesAfter: random.whole(20, 1200),
  };
}

const candidates = Array.from({ length: COUNT }, candidateOf);
const refusalOf = (key: string) => candidates.find((one) => one.key === key)?.refusal;

const { platform } = await startSites({});
const has = (key: string) =>
  platform.applications.some(({ idempotencyKey }) => idempotencyKey === key);
const attempts = new Map<string, number>();
const refusals = new Map<string, number>();
/** The platform has refused it a second time. */
const mayBeGivenUp = (key: string) => (refusals.get(key) ?? 0) > 1;
let isHealthy = false;

/** The fate of an attempt, from the seed, its key and its number. */
function fateOf(key = ""): Behaviour {
  const attempt = (attempts.get(key) ?? 0) + 1;
  attempts.set(key, attempt);
  const refused = answering(400, { body: { detail: refusalOf(key) ?? DETAIL } });
  const taken: Fates = refusalOf(key) === undefined ? TAKEN : [[60, refused]];
  const fates = [...taken, ...NOT_TAKEN, [5, has(key) ? USUAL : refused]] as const;
  const shares = fates.reduce((sum, [share]) => sum + share, 0);
  let left = isHealthy ? 0 : new Random(SEED, `${key} ${attempt}`).next() * shares;
  const fate = fates.find(([share]) => (left -= share) < 0)?.[1];
  if (fate === refused) refusals.set(key, (refusals.get(key) ?? 0) + 1);
  const isConflict = has(key) && fate === USUAL && new Random(SEED, key).chance(0.3);
  return isConflict ? answering(409) : (fate ?? USUAL);
}

/** The contents of the complete attempts, repeats once. */
function arrived(): string[] {
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

interface Told {
  receiptId?: string | null | undefined;
  status?: string | undefined;
  words: string;
  /** The form that comes back with an error. */
  form?: FormData;
}

/** Sends a form and reads the answer; undefined if there is none. */
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
    const { name, cause } = error as Error; // as `fetch` throws
    if (name !== "TimeoutError" && cause === undefined) throw error;
    return undefined;
  }
}

function readPage({ headers }: Response, html: string, fields: Record<string, string>): Told {
  const location = headers.get("Location");
  if (location !== null) {
    return { receiptId: new URL(location, "http://site").searchParams.get("receipt"), words: "" };
  }
  const words = findText(html, "error-summary") || findText(html, "screen");
  const form = findElements(html, "form").length > 0 ? formFromPage(html, fields) : undefined;
  return { words, ...(form?.get("held_cv") && { form }) };
}

function readJson(words: string): Told {
  const { receipt } = JSON.parse(words) as { receipt?: { id: string; status: string } };
  return { receiptId: receipt?.id, status: receipt?.status, words };
}

/** Sends half of a form, and cuts the connection. */
async function sendHalf(url: string, { address }: Candidate, form: FormData): Promise<void> {
  const whole = new Response(form);
  const type = whole.headers.get("Content-Type") ?? "";
  const bytes = Buffer.from(await whole.arrayBuffer());
  const headers = { "Content-Type": type, "Content-Length": bytes.length };
  const call = request(url + address, { method: "POST", headers });
  call.on("error", () => call.destroy());
  call.write(bytes.subarray(0, bytes.length / 2));
  await sleep(100);
  call.destroy();
}

test(
  `${COUNT} applications, a hostile platform and ${KILLS} kills: none is lost, mixed up or misreported`,
  { timeout: size(180_000, 1_800_000), retry: 0 },
  async ({ onTestFailed }) => {
    onTestFailed(() => console.error(`Its seed: SEED=${SEED}`));
    const reads = new Random(SEED, "reads");
    platform.on("apply").each(fateOf);
    platform
      .on("position")
      .each(() => (isHealthy || reads.chance(0.92) ? USUAL : reads.pick([DROP, answering(503)])));
    const state = await mkdtemp(join(tmpdir(), "puerta-state-"));
    const start = () => startSite({ platform: platform.url, vars: VARS, persistTo: state });
    let site = await start();
    let isOver = false;
    const wrong = new Set<string>();
    const applied = new Set<Candidate>();

    /** Checks that the answer to the candidate is true. Returns whether it settles the matter. */
    function hears(candidate: Candidate, told: Told): boolean {
      const { receiptId, status, words } = told;
      const { key, refusal = DETAIL, fields } = candidate;
      const suspect = (what: string) => void wrong.add(`${fields.first_name} ${what}`);
      if (receiptId) {
        applied.add(candidate);
        if (receiptId !== candidate.receiptId) suspect("has the receipt of another");
        if (status === "delivered" && !has(key)) suspect("was not delivered");
        return true;
      }
      const known = [DETAIL, refusal, t["error.network"], t["error.cv_gone"]];
      if (!known.some((text) => words.includes(text))) suspect(`was told: ${words}`);
      return candidate.refusal !== undefined && words.includes(refusal);
    }

    async function apply(candidate: Candidate): Promise<void> {
      const { hand, fields, cv, leavesAfter } = candidate;
      let form = buildForm(fields, cv);
      if (hand === "cut") await sendHalf(site.url, candidate, form);
      if (hand === "hasty") await send(site.url, candidate, form, leavesAfter);
      for (let tries = 0; tries < 60; tries += 1) {
        const forms = hand === "double" ? [form, form] : [form];
        const answers = await Promise.all(forms.map((one) => send(site.url, candidate, one)));
        const told = answers.filter((answer) => answer !== undefined);
        if (told.map((one) => hears(candidate, one)).includes(true)) return;
        form = told[0]?.form ?? buildForm(fields, cv);
        await sleep(300);
      }
      wrong.add(`${fields.first_name} was told nothing definite`);
    }

    async function killNowAndThen(): Promise<void> {
      const random = new Random(SEED, "kills");
      for (let kills = 0; kills < KILLS; kills += 1) {
        await sleep(((COUNT * EVERY_MS) / KILLS) * (0.3 + random.next()));
        if (isOver) return;
        await site.kill();
        site = await start();
      }
    }

    /** The faults of each receipt that was handed out, now that the platform is healthy. */
    async function unsettled(): Promise<string[]> {
      await site.cron();
      const headers = { Authorization: `Bearer ${VARS.OPERATOR_SECRET}` };
      const response = await fetch(`${site.url}/-/operator/applications`, { headers });
      const list = await response.json<{ applications: { receiptId: string; state: string }[] }>();
      const states = new Map(list.applications.map((one) => [one.receiptId, one.state]));
      const said = [];
      for (const { key, receiptId, fields } of applied) {
        const status = await readReceiptStatus(
          `${site.url + positionPath("questions")}?receipt=${receiptId}`,
        );
        const end = `${status}, listed as ${states.get(receiptId)}`;
        const right = has(key) ? TAKEN_ENDS : mayBeGivenUp(key) ? [GIVEN_UP] : [];
        if (!right.includes(end)) said.push(`${fields.first_name}: ${end}`);
      }
      return said;
    }

    const killing = killNowAndThen();
    try {
      const coming = candidates.map(async (candidate, index) => {
        await sleep(index * EVERY_MS);
        await apply(candidate);
      });
      await Promise.all([killing, ...coming]);
      isHealthy = true;
      // By alarms alone: a look at a receipt would wake an application.
      const missing = () =>
        [...applied].map(({ key }) => key).filter((key) => !has(key) && !mayBeGivenUp(key));
      await expect.poll(missing, { timeout: size(20_000, 300_000) }).toEqual([]);
      await expect.poll(unsettled, { interval: 1000, timeout: size(60_000, 600_000) }).toEqual([]);
      expect([...wrong]).toEqual([]);
      expect(arrived()).toEqual(candidates.map(({ contents }) => contents).sort());
      expect(applied.size).toBeGreaterThanOrEqual(COUNT * 0.9);
    } finally {
      isOver = true;
      await killing.catch(() => undefined);
      await site.stop();
      await rm(state, { recursive: true, force: true });
    }
  },
);
