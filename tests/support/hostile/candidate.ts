import { setTimeout as sleep } from "node:timers/promises";
import type { Standing } from "../../../app/application/model/receipt";
import { ANSWERS, formOf, idOf, pageOf, pdfOf, sha256 } from "../application-form";
import { fakePositions } from "../fake-platform-data";
import { formOfPage } from "../form-of-page";
import { elementsOf, textOf } from "../html";
import { STANDING } from "../receipts";
import { chanceOf } from "./chance";

/** Someone who applies, and what must arrive of it. */
export interface Candidate {
  /** The application's secret id, which is its `Idempotency-Key`. */
  key: string;
  receiptId: string;
  fields: Record<string, string>;
  cv: { bytes: Buffer<ArrayBuffer>; name: string };
  /** Without scripts, or as scripts send a form. */
  way: "plain" | "scripts";
  /** Sends it once and waits; presses twice; leaves before the answer, and comes back. */
  hand: "patient" | "double" | "hasty";
}

/** Every candidate's first name begins with it. */
export const FIRST_NAME = "Zoraida";

/** The candidate of a number, the same for each seed but for the bytes of the CV. */
export function candidateOf(seed: string, index: number): Candidate {
  const random = chanceOf(seed, "candidate", index);
  const fields = {
    application_id: sha256(Buffer.from(`${seed} ${index}`)).slice(0, 32),
    first_name: `${FIRST_NAME} ${index}`,
    ...ANSWERS,
    "open_question-0": `Por la bicicleta número ${index}`,
  };
  const isLarge = random() < 0.05;
  const hand = random();
  return {
    key: fields.application_id,
    receiptId: sha256(Buffer.from(fields.application_id)),
    fields,
    cv: {
      bytes: pdfOf(Math.floor(random() * (isLarge ? 200_000 : 2000))),
      name: `cv-${index}.pdf`,
    },
    way: index % 2 === 0 ? "plain" : "scripts",
    hand: hand < 0.05 ? "double" : hand < 0.1 ? "hasty" : "patient",
  };
}

/** The address of a candidate's receipt. */
export const receiptPath = ({ receiptId }: Pick<Candidate, "receiptId">) =>
  `${pageOf("questions")}?receipt=${receiptId}`;

/** What a candidate is told: a receipt; an error, with the form that comes back; nothing. */
export type Told =
  | { is: "receipt"; receiptId: string; standing?: string | undefined }
  | { is: "error"; words: string; status: number; form?: FormData }
  | { is: "nothing" };

interface Heard {
  /** What the candidate is told, each time. */
  hears: (told: Told) => void;
  /** Whether the candidate gives up, because the run has ended. */
  isOver: () => boolean;
}

/** Sends the form, and sends it again, until there is a receipt. */
export async function applyAs(
  candidate: Candidate,
  site: { url: string },
  { hears, isOver }: Heard,
): Promise<void> {
  const { fields, cv, hand } = candidate;
  let form = formOf(fields, cv);
  if (hand === "hasty") {
    const leaves = AbortSignal.timeout(20 + (Number.parseInt(candidate.key.slice(0, 4), 16) % 500));
    hears(await sendAs(candidate, site, form, leaves));
  }
  while (!isOver()) {
    const sent = hand === "double" ? [form, form] : [form];
    const told = await Promise.all(sent.map((one) => sendAs(candidate, site, one)));
    for (const one of told) hears(one);
    if (told.some(({ is }) => is === "receipt")) return;
    const back = told.find((one) => one.is === "error");
    form = back?.form ?? form;
    await sleep(300);
  }
}

async function sendAs(
  candidate: Candidate,
  { url }: { url: string },
  form: FormData,
  signal?: AbortSignal,
): Promise<Told> {
  try {
    return await (candidate.way === "plain" ? plainly : byScripts)(candidate, url, form, signal);
  } catch (error) {
    // What `fetch` throws when there is no answer, or the candidate has left.
    const { name, cause } = error as Error;
    const isCut = (error instanceof TypeError && cause !== undefined) || name === "TimeoutError";
    if (isCut) return { is: "nothing" };
    throw error;
  }
}

/** For how long anybody waits for an answer before they send again. */
const PATIENCE_MS = 60_000;

const post = (address: string, body: FormData, signal: AbortSignal | undefined) =>
  fetch(address, {
    method: "POST",
    body,
    redirect: "manual",
    signal: signal ?? AbortSignal.timeout(PATIENCE_MS),
  });

type Send = (c: Candidate, url: string, form: FormData, signal?: AbortSignal) => Promise<Told>;

/** A browser without scripts: it follows to the receipt, or shows the form that comes back. */
const plainly: Send = async (candidate, url, form, signal) => {
  const response = await post(url + pageOf("questions"), form, signal);
  const location = response.headers.get("Location");
  if (response.status === 303 && location !== null) {
    return { is: "receipt", receiptId: new URL(location, url).searchParams.get("receipt") ?? "" };
  }
  const html = await response.text();
  const { status } = response;
  const words = textOf(html, "error-summary") || textOf(html, "screen");
  if (elementsOf(html, "form").length === 0) return { is: "error", words, status };
  const back = formOfPage(html, candidate.fields);
  // The page shows the CV that is held, or asks for it again.
  const held = back.get("held_cv");
  const isHeld = typeof held === "string" && held !== "";
  const shown = { ...candidate.fields, application_id: idOf(back) };
  return { is: "error", words, status, form: isHeld ? back : formOf(shown, candidate.cv) };
};

/** What the receipt's page calls what scripts are told. */
const STANDINGS: Record<Standing, string> = {
  delivered: STANDING.delivered,
  unconfirmed: STANDING.unconfirmed,
  "on-its-way": STANDING.onItsWay,
  undelivered: STANDING.undelivered,
  "already-applied": STANDING.alreadyApplied,
};

/** The page's scripts: the same form again, to the application's own address. */
const byScripts: Send = async ({ key }, url, form, signal) => {
  const address = `${url}/-/applications/${key}?position=${fakePositions.questions}`;
  const response = await post(address, form, signal);
  const { status } = response;
  const said = await response.json<{
    outcome: string;
    receipt?: { id: string; standing: Standing };
    message?: string;
    errors?: Record<string, string>;
  }>();
  if (said.receipt) {
    const { id: receiptId, standing } = said.receipt;
    return { is: "receipt", receiptId, standing: STANDINGS[standing] };
  }
  const words = said.message ?? Object.values(said.errors ?? {}).join(" ");
  return {
    is: "error",
    words: said.outcome === "failed" ? words : `${said.outcome} ${words}`,
    status,
  };
};
