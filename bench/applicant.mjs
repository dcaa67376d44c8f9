// A candidate without JavaScript: opens a position, fills in the form's required fields, and sends it.
import { randomBytes, randomInt } from "node:crypto";
import { parse } from "parse5";

/** @typedef {{ url: string, body: FormData }} Form a completed form */

/** @param {string} html @returns {{ tag: string, attributes: Record<string, string> }[]} all elements, in document order */
function findElements(html) {
  /** @type {ReturnType<typeof findElements>} */
  const elements = [];
  /** @param {import("parse5").DefaultTreeAdapterTypes.Node} node */
  const walk = (node) => {
    if ("tagName" in node) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
      elements.push({ tag: node.tagName, attributes });
    }
    if ("childNodes" in node) node.childNodes.forEach(walk);
  };
  walk(parse(html));
  return elements;
}

/** Values for required fields, by input mode or type. @type {Record<string, string>} */
const TYPED = {
  email: "ana@example.com",
  url: "https://example.com",
  decimal: "1",
  date: "2030-01-15",
};

/** Unique per form, because a platform can refuse a second application with the same phone number. */
let person = randomInt(90_000_000);

/**
 * Fills in the hidden and required fields of a page's form, except files.
 *
 * @param {string} html
 * @returns {FormData}
 */
export function fillInForm(html) {
  person += 1;
  const form = new FormData();
  for (const { tag, attributes } of findElements(html)) {
    const { name, value = "", type = tag, inputmode = type, min } = attributes;
    if (!name || !["input", "textarea", "select"].includes(tag) || type === "file") continue;
    if (type === "hidden") form.append(name, value);
    if (type === "hidden" || !("required" in attributes) || form.has(name)) continue;
    const isChosen = type === "radio" || type === "checkbox";
    // A Spanish mobile number with its country code.
    const phone = type === "tel" ? `+34 6${String(person).padStart(8, "0")}` : undefined;
    form.set(name, isChosen ? value || "on" : (phone ?? min ?? TYPED[inputmode] ?? "Ana"));
  }
  return form;
}

/** A PDF with random content. @param {number} bytes */
export const createCv = (bytes) =>
  Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(bytes - 9)]);

/** Opens a position and fills in its form. @param {string} url @param {number} cvBytes @returns {Promise<Form>} */
export async function openForm(url, cvBytes) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  const body = fillInForm(await response.text());
  body.set("cv", new File([createCv(cvBytes)], "cv.pdf", { type: "application/pdf" }));
  return { url, body };
}

/** Sends a form. @param {Form} form @returns {Promise<string>} the receipt's URL */
export async function sendForm({ url, body }) {
  const { status, headers } = await fetch(url, {
    method: "POST",
    headers: { Origin: new URL(url).origin },
    body,
    redirect: "manual",
  });
  const location = headers.get("Location");
  if (status !== 303 || location === null)
    throw new Error(`The response to the form was ${status}`);
  return new URL(location, url).href;
}

/** Reads the state on a receipt. @param {string} receipt its URL @returns {Promise<string | undefined>} */
export async function readReceipt(receipt) {
  const html = await (await fetch(receipt)).text();
  return /class="[^"]* receipt-(delivered|unconfirmed|on-its-way|undelivered|already-applied)\b/.exec(
    html,
  )?.[1];
}
