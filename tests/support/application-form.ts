import { createHash, randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { fakeClientCode, fakePositions } from "./fake-platform-data";

export const readFixture = (path: string): Buffer =>
  readFileSync(new URL(`../fixtures/${path}`, import.meta.url));

export const sha256 = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

/**
 * Returns a unique PDF of about this size in bytes. The random bytes follow the header of the first object,
 * because the site searches the bytes before that header for HTML.
 */
export function createPdf(bytes: number): Buffer<ArrayBuffer> {
  return Buffer.concat([
    Buffer.from("%PDF-1.7\n0 obj\n"),
    randomBytes(bytes),
    Buffer.from("\n%%EOF\n"),
  ]);
}

export const positionPath = (position: keyof typeof fakePositions): string =>
  `/${fakeClientCode}/a-position/${fakePositions[position]}`;

interface FormFile {
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
  type?: string;
}

/** Builds a form with its fields in the page's order. Leaves out fields whose change is undefined. */
export function buildForm(
  changes: Record<string, string | undefined> = {},
  cv?: FormFile,
): FormData {
  const fields: Record<string, string | undefined> = {
    application_id: randomUUID(),
    first_name: "María José",
    last_name: "O'Neill Núñez",
    phone: "612 34 56 78",
    ...changes,
  };
  const form = new FormData();
  const append = (name: string, value: string | undefined) => {
    if (value !== undefined) form.append(name, value);
  };
  for (const [name, value] of Object.entries(fields)) {
    if (!name.includes("question") && name !== "privacy_policy") append(name, value);
  }
  if (cv) form.append("cv", new Blob([cv.bytes], { type: cv.type ?? "application/pdf" }), cv.name);
  else form.append("cv", new Blob([]), "");
  for (const [name, value] of Object.entries(fields)) {
    if (name.includes("question")) append(name, value);
  }
  append("privacy_policy", "privacy_policy" in changes ? changes.privacy_policy : "true");
  return form;
}

export const ANSWERS = {
  "question-0": "Sí",
  "question-1": "En un mes",
  "open_question-0": "Por las bicicletas",
};

/** POSTs a form without following redirects. */
export function post(url: string, form: FormData, headers: Record<string, string> = {}) {
  return fetch(url, { method: "POST", body: form, redirect: "manual", headers });
}

export function applicationId(form: FormData): string {
  const id = form.get("application_id");
  if (typeof id !== "string") throw new Error("The form has no application_id");
  return id;
}

export const submitPath = (id: string, position: keyof typeof fakePositions = "questions") =>
  `/-/applications/${id}?position=${fakePositions[position]}`;

export const postByScript = (
  url: string,
  form: FormData,
  position: keyof typeof fakePositions = "questions",
) => post(url + submitPath(applicationId(form), position), form);
