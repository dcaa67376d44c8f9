// Lists the applications that the embedded platform holds, and saves their files.
// Longer than 250 lines, because it is one command, read from top to bottom.
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { QuestionAnswers, Value } from "../../contract/application";
import { meantBy, receiptNumber } from "../../contract/receipt-number";
import { safeName } from "../../platform/src/desk/file-names";
import {
  misused,
  runCommand,
  WHERE_OPTIONS,
  WHERE_USAGE,
  whereOf,
} from "../../scripts/arguments.mjs";
import { rowsOf } from "../../scripts/database.mjs";
import { shown } from "../company/files.mjs";
import { bucketArgs, cvBucket, Stop, wrangler, writeNew } from "../../scripts/local.mjs";

const Answers = fromJson(QuestionAnswers);

const FieldAnswers = z.array(z.object({ id: z.string(), label: z.string(), value: Value }));

const Files = z.array(
  z.object({
    field: z.string(),
    label: z.string(),
    name: z.string(),
    type: z.string(),
    size: z.number(),
    sha256: z.string(),
  }),
);

/**
 * A column with a list in JSON; an older database may not have it yet.
 *
 * @template {z.ZodType} T @param {T} schema
 */
function fromJson(schema) {
  return z
    .string()
    .default("[]")
    .transform((text) => schema.parse(JSON.parse(text)));
}

/**
 * A column with JSON that may be missing, as may the column in an older database.
 *
 * @template {z.ZodType} T @param {T} schema
 */
function fromText(schema) {
  return z
    .string()
    .nullish()
    .transform((text) => (text ? schema.parse(JSON.parse(text)) : null));
}

/** A row of `SELECT` as an application: `number` counts from 1, `created_at` is ISO in UTC. */
const Application = z
  .object({
    number: z.number(),
    id: z.string(),
    created_at: z.string(),
    company: z.string(),
    company_uuid: z.string(),
    position: z.string(),
    position_uuid: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string().nullable(),
    idempotency_key: z.string().nullable(),
    killer_questions: Answers,
    open_questions: Answers,
    fields: fromJson(FieldAnswers),
    files: fromJson(Files),
    source: fromText(z.record(z.string(), z.string())),
    /** The known words of `X-Puerta-Suspect`; an older database may not have the column yet. */
    suspect: z.string().nullish(),
    cv_name: z.string().nullable(),
    cv_type: z.string().nullable(),
    cv_size: z.number().nullable(),
    cv_sha256: z.string().nullable(),
  })
  .transform(({ cv_name: name, cv_type: type, cv_size: size, cv_sha256: sha256, ...rest }) => ({
    ...rest,
    cv: name === null ? null : { name, type: type ?? "", size: size ?? 0, sha256: sha256 ?? "" },
  }));

/**
 * `receipt` is the number on the candidate's receipt; null if the application did not come through Puerta.
 *
 * @typedef {z.infer<typeof Application> & { receipt: string | null }} Application
 */
/** @typedef {import("../../scripts/database.mjs").Where} Where */

const SELECT = `SELECT a.*, c.name AS company, c.uuid AS company_uuid, p.name AS position
  FROM applications a JOIN positions p ON p.uuid = a.position_uuid
  JOIN clients c ON c.uuid = p.client_uuid`;

/**
 * The applications that a platform holds, in the order of arrival.
 *
 * @param {Where} where
 * @param {string} [which] only those with this number or id, or whose receipts' numbers begin so
 * @returns {Promise<Application[]>}
 */
export async function applications(where, which) {
  if (which === undefined) return read(where, "");
  const exact = condition(which);
  const found = exact === undefined ? [] : await read(where, ` WHERE ${exact}`);
  if (found.length > 0 || isId(which)) return found;
  const all = await read(where, "");
  const meant = meantBy(
    all.map((application) => ({ application, number: application.receipt })),
    which,
  );
  if (meant || exact !== undefined) return (meant ?? []).map(({ application }) => application);
  throw new Stop(
    `"${which}" is neither the number of a receipt, such as A7EB-22E4, nor the number or the id of an application.\n\n${USAGE}`,
  );
}

/** @param {Where} where @param {string} filter SQL behind the tables' names @returns {Promise<Application[]>} */
async function read(where, filter) {
  const rows = await rowsOf(where, `${SELECT}${filter} ORDER BY a.number`, Application);
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      receipt: row.idempotency_key === null ? null : await receiptNumber(row.idempotency_key),
    })),
  );
}

const isId = (/** @type {string} */ text) =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** The SQL condition for a number or an id; undefined if it is neither. @param {string} which */
function condition(which) {
  if (/^[1-9]\d{0,14}$/.test(which)) return `a.number = ${which}`;
  return isId(which) ? `a.id = '${which}'` : undefined;
}

/**
 * Saves an application's CV and its other files into a folder, without replacing any file there.
 *
 * @param {Where} where @param {Application} application @param {string} folder
 * @returns {Promise<{ field: string; file: string; sha256: string }[]>} the CV first
 */
export async function saveFiles(where, { number, id, cv, files }, folder) {
  const all = [
    ...(cv ? [{ ...cv, field: "cv", key: `cv/${id}` }] : []),
    ...files.map((file, index) => ({ ...file, key: `file/${id}/${index}` })),
  ];
  if (all.length === 0) throw new Stop(`Application ${number} came without a CV.`);
  const saved = [];
  for (const { field, key, name, sha256 } of all) {
    const what = field === "cv" ? "The CV" : `The file "${field}"`;
    const bytes = await download(where, key);
    const found = createHash("sha256").update(bytes).digest("hex");
    if (found !== sha256) {
      throw new Stop(
        `${what} of application ${number} is damaged: its SHA-256 should be ${sha256}, but is ${found}.`,
      );
    }
    saved.push({
      field,
      file: await writeNew(folder, `${number}-${safeName(name, "cv")}`, bytes),
      sha256,
    });
  }
  return saved;
}

/** @param {Where} where @param {string} key in the bucket */
async function download(where, key) {
  const folder = await mkdtemp(join(tmpdir(), "puerta-cv-"));
  try {
    const file = join(folder, "file");
    const object = `${cvBucket(where)}/${key}`;
    await wrangler(["r2", "object", "get", object, ...(await bucketArgs(where)), "--file", file]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A candidate's text without control characters, and without those that turn the reading direction. */
const harmless = (/** @type {string} */ text) =>
  text.replace(/[\p{Cc}\u200e\u200f\u061c\u2028-\u202e\u2066-\u2069]+/gu, " ");

/** An application in words. @param {Application} application @param {boolean} whole with all its fields */
function describe(application, whole) {
  const { number, id, created_at, company, position, first_name, last_name, phone } = application;
  const { cv, files, source, suspect } = application;
  const when = `${created_at.slice(0, 16).replace("T", " ")} UTC`;
  const answers = [
    ...application.killer_questions,
    ...application.open_questions,
    ...application.fields.map(({ label, value }) => ({ question: label, answer: inWords(value) })),
  ];
  const lines = [
    `#${number}  ${when}  ${company}, ${position}`,
    `    ${first_name} ${last_name}, ${phone ?? "no phone"}`,
    ...(application.receipt === null ? [] : [`    Receipt ${application.receipt}`]),
    `    CV: ${cv ? `${cv.name} (${size(cv.size)}${whole && cv.type ? `, ${cv.type}` : ""})` : "none"}`,
    ...(whole && cv ? [`    SHA-256 of the CV: ${cv.sha256}`] : []),
    ...files.map(({ label, name, size: bytes }) => `    ${label}: ${name} (${size(bytes)})`),
    ...(source === null ? [] : [`    Came from: ${sourceInWords(source)}`]),
    ...(suspect ? [`    Suspect: ${suspect}`] : []),
    ...answers.map(({ question, answer }) => `    ${question} ${whole ? answer : short(answer)}`),
    ...(whole ? [`    Id: ${id}`, `    Position: ${application.position_uuid}`] : []),
  ];
  return lines.map(harmless).join("\n");
}

/** @param {Record<string, string>} source */
const sourceInWords = (source) =>
  Object.entries(source)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");

/** @param {Application["fields"][number]["value"]} value */
function inWords(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "object") return `${value.given ? "yes" : "no"}, to: ${value.text}`;
  return value;
}

/** @param {string} text */
const short = (text) => ([...text].length > 80 ? `${[...text].slice(0, 79).join("")}…` : text);

/** @param {number} bytes */
function size(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

const USAGE = `npm run inbox                               lists the applications that the embedded platform has, the oldest first
npm run inbox -- 3                          shows the one with this number, or id, with all answers
npm run inbox -- A7EB-22E4                  shows the one with this number on its receipt, or its beginning
npm run inbox -- 3 --save [FOLDER]          saves its CV and other files (default folder: inbox)
  --json               prints JSON, and nothing else, on stdout
${WHERE_USAGE}
It changes nothing. What has not arrived yet: npm run applications. In the browser: npm run desk -- --help`;

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({
    ...WHERE_OPTIONS,
    save: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  }),
  most: 2,
};

await runCommand(import.meta.url, COMMAND, async ({ values, positionals }) => {
  const where = whereOf(values, USAGE);
  const [which, folder = "inbox"] = positionals;
  if (positionals.length > 1 && !values.save) {
    throw misused("Only one application at a time.", USAGE);
  }
  if (values.save && which === undefined) {
    throw misused("Say which application's files to save.", USAGE);
  }
  const found = await applications(where, which);
  const print = (/** @type {unknown} */ it) => console.log(JSON.stringify(it, null, 2));

  if (which === undefined) {
    if (values.json) {
      print(found);
      return;
    }
    if (found.length === 0) {
      console.log("No application has arrived yet. Send one from a position's page.");
      return;
    }
    console.log(found.map((application) => describe(application, false)).join("\n\n"));
    console.log("\nSave its files: npm run inbox -- NUMBER --save");
    return;
  }

  const [application, ...others] = found;
  if (!application) {
    throw new Stop(
      `There is no application ${which}. See which there are: npm run inbox. One that is still on its way: npm run applications -- show ${which}`,
    );
  }
  if (others.length > 0) {
    const several = found.map((one) => describe(one, false)).join("\n\n");
    throw new Stop(`${found.length} receipts begin with ${which}. Which one?\n\n${several}`);
  }
  if (!values.save) {
    if (values.json) print(application);
    else console.log(describe(application, true));
    return;
  }
  const saved = await saveFiles(where, application, resolve(folder));
  if (values.json) {
    print({ ...application, saved });
    return;
  }
  for (const { file, sha256 } of saved) console.log(`Saved ${shown(file)}\nSHA-256 ${sha256}`);
});
