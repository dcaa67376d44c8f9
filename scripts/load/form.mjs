// A position's form, as somebody without scripts fills it in: what its page requires, and no more.
import { parse } from "parse5";

/** @typedef {{ name: string; value: string }} Entry */
/** @typedef {{ entries: Entry[]; files: string[] }} Filled `files`: the fields that get the CV */

/**
 * The elements of a page, as a flat list.
 *
 * @param {string} html @returns {{ tag: string; attributes: Record<string, string> }[]}
 */
export function elementsOf(html) {
  /** @type {{ tag: string; attributes: Record<string, string> }[]} */
  const found = [];
  /** @param {import("parse5").DefaultTreeAdapterTypes.Node} node */
  const walk = (node) => {
    if ("tagName" in node) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
      found.push({ tag: node.tagName, attributes });
    }
    if ("childNodes" in node) node.childNodes.forEach(walk);
  };
  walk(parse(html));
  return found;
}

/** The paths of the positions that a career site lists. @param {string} html */
export function positionsIn(html) {
  const paths = elementsOf(html)
    .filter(({ tag }) => tag === "a")
    .map(({ attributes }) => attributes.href ?? "")
    .filter(
      (href) => /^\/(?!-\/)[^/?#]+\/[^/?#]+\/[^/?#]+$/.test(href) && !href.endsWith("/privacy"),
    );
  return [...new Set(paths)];
}

/** What somebody enters into a required field, by its type. @type {Record<string, string>} */
const WORDS = {
  email: "ana@load.example",
  url: "https://load.example",
  number: "1",
  date: "2030-01-15",
};

/**
 * The form of a position's page, filled in: its hidden fields as they are, everything that is required,
 * and the CV.
 *
 * @param {string} html
 * @param {number} person makes the phone number and the name: no two persons have the same
 * @returns {Filled}
 */
export function filledIn(html, person) {
  /** @type {Entry[]} */
  const entries = [];
  /** @type {string[]} */
  const files = [];
  /** Groups of radios and lists that have their answer. */
  const answered = new Set();
  for (const { tag, attributes } of elementsOf(html)) {
    const { name, value = "", type = tag } = attributes;
    if (!name || !["input", "textarea", "select"].includes(tag)) continue;
    const isRequired = "required" in attributes;
    if (type === "hidden") entries.push({ name, value });
    else if (type === "file") {
      if (isRequired || name === "cv") files.push(name);
    } else if (!isRequired || answered.has(name)) continue;
    else {
      answered.add(name);
      const chosen = type === "radio" || type === "checkbox" ? value || "on" : undefined;
      entries.push({ name, value: chosen ?? entered(name, type, person, attributes) });
    }
  }
  return { entries, files };
}

/** @param {string} name @param {string} type @param {number} person @param {Record<string, string>} attributes */
function entered(name, type, person, { min }) {
  // A Spanish mobile number, written so that it is one in every country.
  if (type === "tel") return `+34 6${String(person).padStart(8, "0")}`;
  if (name === "first_name") return "Ana";
  if (name === "last_name") return `Load ${person}`;
  return min ?? WORDS[type] ?? "As quickly as I can";
}

/** A CV of so many bytes, like no other. @param {number} bytes @param {number} person */
export function cvOf(bytes, person) {
  const head = Buffer.from(`%PDF-1.7\n${person} 0 obj\n`);
  const tail = Buffer.from("\n%%EOF\n");
  const middle = Buffer.alloc(Math.max(0, bytes - head.length - tail.length), `load ${person} `);
  return Buffer.concat([head, middle, tail]);
}

/**
 * A form as a browser writes it.
 *
 * @param {Filled} filled @param {Buffer} cv @param {string} boundary
 * @returns {{ type: string; body: Buffer }}
 */
export function written({ entries, files }, cv, boundary) {
  const part = (/** @type {string} */ name, /** @type {string} */ more = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n`;
  const body = Buffer.concat([
    ...entries.map(({ name, value }) => Buffer.from(`${part(name)}\r\n${value}\r\n`)),
    ...files.flatMap((name) => [
      Buffer.from(`${part(name, '; filename="cv.pdf"')}Content-Type: application/pdf\r\n\r\n`),
      cv,
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

/** What an entry of the form is. @param {Filled} filled @param {string} name */
export const valueOf = ({ entries }, name) => entries.find((entry) => entry.name === name)?.value;

/** Where a receipt's page says that the application stands; undefined if it is none. @param {string} html */
export const standingIn = (html) =>
  /class="[^"]* receipt-(delivered|unconfirmed|on-its-way|undelivered|already-applied)\b/.exec(
    html,
  )?.[1];
