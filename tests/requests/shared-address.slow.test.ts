import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { careerSite } from "../support/kept-pages";
import { ANSWERS, formOf, pageOf, pdfOf, sha256 } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { size } from "../support/size";
import { sitesForFile } from "../support/sites-for-file";
import { creationOf, pieceAt, TUS } from "../support/tus";

/** Everybody at a fair has the address of its hall. */
const HALL = { "CF-Connecting-IP": "203.0.113.77" };
const PEOPLE = size(60, 200);
/** So many are busy at a time. */
const AT_A_TIME = 8;
const PIECE_BYTES = 48 * 1024;

// With the limits of `wrangler.toml`.
const { platform, site } = await sitesForFile({
  site: {
    ...(process.env.SITE_ROOT && { root: process.env.SITE_ROOT }),
    vars: { RATE_LIMITS: "on", PAGE_CACHE: "on" },
  },
});

const statuses: Record<string, number> = {};

/** Asks from the hall, and notes how it was answered. */
async function ask(what: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string> | undefined), ...HALL };
  const response = await fetch(site.url + path, { redirect: "manual", ...init, headers });
  const key = `${what} ${response.status}`;
  statuses[key] = (statuses[key] ?? 0) + 1;
  return response;
}

/** Finds the position, as everybody does. */
async function lookAround(): Promise<void> {
  for (const path of [careerSite, `${careerSite}?q=taller`, pageOf("questions")]) {
    await (await ask("read", path)).text();
  }
}

/** Sends the plain form with its CV, and opens the receipt. Every tenth forgets the name at first. */
async function applyPlainly(person: number, cv: Buffer<ArrayBuffer>): Promise<void> {
  const file = { bytes: cv, name: "cv.pdf" };
  const page = `${pageOf("questions")}?send`;
  const details = { ...ANSWERS, phone: phoneOf(person), application_id: randomUUID(), held_cv: "" };
  if (person % 10 === 0) {
    const body = formOf({ ...details, first_name: "" }, file);
    await (await ask("mistake", page, { method: "POST", body })).text();
  }
  const sent = await ask("apply", page, { method: "POST", body: formOf(details, file) });
  await (await ask("receipt", sent.headers.get("Location") ?? "/404")).text();
}

/** Has the CV go up in pieces, with a question before each, sends the form, and opens the receipt. */
async function applyInPieces(person: number, cv: Buffer<ArrayBuffer>): Promise<void> {
  const id = randomUUID();
  const at = `/-/applications/${id}`;
  const begun = await ask("begin", `${at}/cv?position=${fakePositions.questions}`, {
    method: "POST",
    headers: creationOf(cv.length),
  });
  const upload = begun.headers.get("Location") ?? "/404";
  for (let offset = 0; offset < cv.length; offset += PIECE_BYTES) {
    await ask("question", upload, { method: "HEAD", headers: TUS });
    await ask("piece", upload, {
      method: "PATCH",
      headers: pieceAt(offset),
      body: cv.subarray(offset, offset + PIECE_BYTES),
    });
  }
  const held = upload.split("/").at(-1);
  const body = formOf({ ...ANSWERS, phone: phoneOf(person), application_id: id, held_cv: held });
  const sent = await ask("send", `${at}?position=${fakePositions.questions}`, {
    method: "POST",
    body,
  });
  const { receipt }: { receipt?: { id: string } } = await sent.json();
  await (await ask("receipt", `${pageOf("questions")}?receipt=${receipt?.id}`)).text();
}

const phoneOf = (person: number) => String(612_000_000 + person);

test(`${PEOPLE} people behind one address all apply, each with a CV`, async () => {
  const sent: string[] = [];
  let next = 0;
  const walk = async () => {
    while (next < PEOPLE) {
      const person = next++;
      const cv = pdfOf(2 * PIECE_BYTES + 1000);
      sent.push(sha256(cv));
      await lookAround();
      await (person % 2 === 0 ? applyPlainly(person, cv) : applyInPieces(person, cv));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, walk));
  expect(statuses).toEqual({
    "read 200": 3 * PEOPLE,
    "mistake 422": PEOPLE / 10,
    "apply 303": PEOPLE / 2,
    "begin 201": PEOPLE / 2,
    "question 200": (3 * PEOPLE) / 2,
    "piece 204": (3 * PEOPLE) / 2,
    "send 200": PEOPLE / 2,
    "receipt 200": PEOPLE,
  });
  const arrived = platform.applications.map(({ cv }) => cv && sha256(cv.bytes));
  expect(new Set(arrived)).toEqual(new Set(sent));
  expect(arrived).toHaveLength(PEOPLE);
});
