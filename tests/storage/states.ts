import { randomUUID } from "node:crypto";
import { ANSWERS, fixture, formOf, pageOf, post } from "../support/application-form";
import { fakePositions, type FakePlatform } from "../support/fake-platform";
import { elementsOf } from "../support/html";
import type { KeptApplication } from "./about";

/** A site that is made to store every state. */
export interface Driven {
  url: string;
  platform: FakePlatform;
  operatorSecret: string;
}

/** The CV of every application. */
export const CV = { bytes: Buffer.from(fixture("accepted/cv.rtf")), name: "cv.rtf" };
const CV_TYPE = "application/rtf";

/** After how many bytes a CV is cut that is uploaded in part. */
const HALF = 3000;

const POSITION = fakePositions.questions;

/**
 * The states that an application is brought into, and how. Undefined: this build has no such
 * state, or no way to reach it.
 */
export const states: Record<string, (site: Driven) => Promise<KeptApplication | undefined>> = {
  async held(site) {
    const id = randomUUID();
    const { status, html } = await send(site, id, { last_name: "" });
    return { ...about(id, status, 422), upload: heldIn(html) };
  },

  async refused(site) {
    const id = randomUUID();
    site.platform.on("apply").once.answer({ status: 400, body: { detail: "No." } });
    const { status, html } = await send(site, id);
    return { ...about(id, status, 422), upload: heldIn(html) };
  },

  async "half-sent"({ url }) {
    const id = randomUUID();
    const tus = { "Tus-Resumable": "1.0.0" };
    const begun = await fetch(`${url}/-/applications/${id}/cv?position=${POSITION}`, {
      method: "POST",
      headers: {
        ...tus,
        "Upload-Length": String(CV.bytes.length),
        "Upload-Metadata": `filename ${btoa(CV.name)},filetype ${btoa(CV_TYPE)}`,
      },
    });
    const address = begun.headers.get("Location");
    if (begun.status !== 201 || address === null) return undefined;
    const piece = await fetch(url + address, {
      method: "PATCH",
      headers: {
        ...tus,
        "Content-Type": "application/offset+octet-stream",
        "Upload-Offset": "0",
      },
      body: CV.bytes.subarray(0, HALF),
    });
    const upload = Number(address.split("/").at(-1));
    return { ...about(id, piece.status, 204), upload, offset: HALF };
  },

  async waiting(site) {
    const id = randomUUID();
    site.platform.on("apply").once.answer({ status: 503 });
    const { status, receipt } = await send(site, id);
    // The first builds held it, without a receipt.
    return status === 303 ? { ...about(id, status, 303), receipt } : undefined;
  },

  async "told-to-wait"(site) {
    const id = randomUUID();
    site.platform.on("apply").once.answer({ status: 503, headers: { "Retry-After": "3600" } });
    const { status, receipt } = await send(site, id);
    return status === 303 ? { ...about(id, status, 303), receipt } : undefined;
  },

  async failed(site) {
    const application = await states.waiting?.(site);
    if (!application) return undefined;
    for (const _ of ["refused once", "refused for good"]) {
      site.platform.on("apply").once.answer({ status: 400, body: { detail: "No." } });
      if (!(await order(site, application, "send"))) return undefined;
    }
    return application;
  },

  async dropped(site) {
    const application = await states.waiting?.(site);
    return (await order(site, application, "drop")) ? application : undefined;
  },

  async delivered(site) {
    const id = randomUUID();
    const { status, receipt } = await send(site, id);
    return { ...about(id, status, 303), receipt };
  },

  async "already-applied"(site) {
    const id = randomUUID();
    site.platform.on("apply").once.answer({ status: 429 });
    const { status, receipt } = await send(site, id);
    if (status !== 303) return undefined;
    const application = { ...about(id, status, 303), receipt };
    site.platform.on("apply").once.answer({ status: 409 });
    return (await order(site, application, "send")) ? application : undefined;
  },
};

/** Sends an application whose attempt the platform never answers: the site is to be killed in it. */
export async function cutOff(site: Driven): Promise<KeptApplication> {
  const id = randomUUID();
  const before = site.platform.attempts().length;
  site.platform.on("apply").once.stall();
  // There will be no answer.
  void send(site, id).catch(() => undefined);
  while (site.platform.attempts().length === before) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  // Other contents under its id go to a successor meanwhile, and are remembered.
  await send(site, id, { first_name: "Eva" });
  return { id, position: POSITION };
}

/** The fields of the form in each state. A repeat must send the same. */
export const FIELDS = {
  first_name: "Ana",
  last_name: "Pérez",
  phone: "612 34 56 78",
  utm_source: "a-fair",
  ...ANSWERS,
};

async function send({ url }: Driven, id: string, changes: Record<string, string> = {}) {
  const form = formOf({ ...FIELDS, application_id: id, ...changes }, { ...CV, type: CV_TYPE });
  const response = await post(url + pageOf("questions"), form);
  const address = response.headers.get("Location");
  const receipt = address === null ? undefined : new URL(address, url).searchParams.get("receipt");
  return { status: response.status, html: await response.text(), receipt: receipt ?? undefined };
}

/** Sends an operator's command; false if the build has none. */
async function order(
  { url, operatorSecret }: Driven,
  application: KeptApplication | undefined,
  word: "send" | "drop",
): Promise<boolean> {
  const { receipt } = application ?? {};
  if (receipt === undefined) return false;
  const response = await fetch(`${url}/-/operator/applications/${receipt}/${word}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${operatorSecret}` },
  });
  return response.status === 200;
}

function about(id: string, status: number, wanted: number): KeptApplication {
  if (status !== wanted) throw new Error(`${status} came where ${wanted} was wanted`);
  return { id, position: POSITION };
}

/** The upload that a page's form names. */
function heldIn(html: string): number | undefined {
  const field = elementsOf(html, "input").find(({ attributes }) => attributes.name === "held_cv");
  return field?.attributes.value === undefined ? undefined : Number(field.attributes.value);
}
