import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { careerSite } from "../support/cached-pages";
import { ANSWERS, buildForm, positionPath, createPdf, sha256 } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { size } from "../support/size";
import { startSites } from "../support/sites-for-file";
import { creationHeaders, pieceHeaders, TUS } from "../support/tus";

/** The IP address that all candidates at a job fair share. */
const SHARED_ADDRESS = { "CF-Connecting-IP": "203.0.113.77" };
const CANDIDATES = size(60, 200);
const CONCURRENCY = 8;
const PIECE_BYTES = 48 * 1024;

// The site has the limits in `wrangler.toml`.
const { platform, site } = await startSites({
  site: {
    ...(process.env.SITE_ROOT && { root: process.env.SITE_ROOT }),
    vars: { RATE_LIMITS: "on", PAGE_CACHE: "on" },
  },
});

const statuses: Record<string, number> = {};

/** Sends a request from the shared address and counts its status. */
async function send(kind: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(init.headers as Record<string, string> | undefined), ...SHARED_ADDRESS };
  const response = await fetch(site.url + path, { redirect: "manual", ...init, headers });
  const key = `${kind} ${response.status}`;
  statuses[key] = (statuses[key] ?? 0) + 1;
  return response;
}

async function readPages(): Promise<void> {
  for (const path of [careerSite, `${careerSite}?q=taller`, positionPath("questions")]) {
    await (await send("read", path)).text();
  }
}

/** Sends the plain form with a CV and opens the receipt. Every tenth candidate first sends an invalid form. */
async function applyWithoutScripts(candidate: number, cv: Buffer<ArrayBuffer>): Promise<void> {
  const file = { bytes: cv, name: "cv.pdf" };
  const page = `${positionPath("questions")}?send`;
  const details = {
    ...ANSWERS,
    phone: phoneNumber(candidate),
    application_id: randomUUID(),
    held_cv: "",
  };
  if (candidate % 10 === 0) {
    const body = buildForm({ ...details, first_name: "" }, file);
    await (await send("mistake", page, { method: "POST", body })).text();
  }
  const sent = await send("apply", page, { method: "POST", body: buildForm(details, file) });
  await (await send("receipt", sent.headers.get("Location") ?? "/404")).text();
}

/** Uploads the CV in pieces with a HEAD before each piece, sends the form and opens the receipt. */
async function applyWithUpload(candidate: number, cv: Buffer<ArrayBuffer>): Promise<void> {
  const id = randomUUID();
  const path = `/-/applications/${id}`;
  const created = await send("create", `${path}/cv?position=${fakePositions.questions}`, {
    method: "POST",
    headers: creationHeaders(cv.length),
  });
  const upload = created.headers.get("Location") ?? "/404";
  for (let offset = 0; offset < cv.length; offset += PIECE_BYTES) {
    await send("offset", upload, { method: "HEAD", headers: TUS });
    await send("piece", upload, {
      method: "PATCH",
      headers: pieceHeaders(offset),
      body: cv.subarray(offset, offset + PIECE_BYTES),
    });
  }
  const held = upload.split("/").at(-1);
  const body = buildForm({
    ...ANSWERS,
    phone: phoneNumber(candidate),
    application_id: id,
    held_cv: held,
  });
  const sent = await send("send", `${path}?position=${fakePositions.questions}`, {
    method: "POST",
    body,
  });
  const { receipt }: { receipt?: { id: string } } = await sent.json();
  await (await send("receipt", `${positionPath("questions")}?receipt=${receipt?.id}`)).text();
}

const phoneNumber = (candidate: number) => String(612_000_000 + candidate);

test(`the site accepts ${CANDIDATES} applications with CVs from one address`, async () => {
  const sent: string[] = [];
  let next = 0;
  const worker = async () => {
    while (next < CANDIDATES) {
      const candidate = next++;
      const cv = createPdf(2 * PIECE_BYTES + 1000);
      sent.push(sha256(cv));
      await readPages();
      await (candidate % 2 === 0
        ? applyWithoutScripts(candidate, cv)
        : applyWithUpload(candidate, cv));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  expect(statuses).toEqual({
    "read 200": 3 * CANDIDATES,
    "mistake 422": CANDIDATES / 10,
    "apply 303": CANDIDATES / 2,
    "create 201": CANDIDATES / 2,
    "offset 200": (3 * CANDIDATES) / 2,
    "piece 204": (3 * CANDIDATES) / 2,
    "send 200": CANDIDATES / 2,
    "receipt 200": CANDIDATES,
  });
  const arrived = platform.applications.map(({ cv }) => cv && sha256(cv.bytes));
  expect(new Set(arrived)).toEqual(new Set(sent));
  expect(arrived).toHaveLength(CANDIDATES);
});
