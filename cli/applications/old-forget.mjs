// `npm run forget`: deletes one person's applications to a company, by their phone number or e-mail.
import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js";
import { z } from "zod";
import {
  misused,
  runCommand,
  WHERE_OPTIONS,
  WHERE_USAGE,
  whereOf,
} from "../../scripts/arguments.mjs";
import { rememberKeys } from "../../platform/src/deleted-keys.mjs";
import { ask, isTerminal } from "../company/ask.mjs";
import { companyAt } from "../company/database.mjs";
import { deleteFiles, Stored } from "../company/remove.mjs";
import { rowsOf } from "../../scripts/database.mjs";
import { Stop } from "../../scripts/local.mjs";
import { literal } from "../../scripts/seed.mjs";

const USAGE = `npm run forget -- COMPANY --phone "+34 600 000 000"   deletes a person's applications to a company,
npm run forget -- COMPANY --email ana@example.com     with their CVs and other files
COMPANY is its code, or its uuid.
  --yes                deletes without asking
${WHERE_USAGE}`;

/** What this command cannot reach. */
const ELSEWHERE = `The site itself may still hold what the platform has not taken yet. It is found by the number on the
receipt alone:
  npm run applications -- show NUMBER
  npm run applications -- drop NUMBER
docs/privacy.md says what else is kept, and for how long.`;

/** @typedef {import("../../scripts/database.mjs").Where} Where */

const Application = Stored.extend({ position: z.string() });

/**
 * A phone number as the platform stores it: E.164.
 *
 * @param {string} text as a person writes it
 * @param {string | null} country the company's, in which a number without `+` is read
 * @throws {Stop} when it is none
 */
export function phoneOf(text, country) {
  if (/^\+\d+$/.test(text)) return text;
  const code = country?.toUpperCase() ?? "";
  const phone = parsePhoneNumberFromString(
    text.replace(/^\s*00/, "+"),
    isSupportedCountry(code) ? code : undefined,
  );
  if (phone) return phone.number;
  throw new Stop(`"${text}" is not a phone number, such as "+34 600 000 000".`);
}

/**
 * Those of a company's applications with this phone number, or with this e-mail address as an answer.
 *
 * @param {Where} where @param {string} client its uuid
 * @param {{ phone: string } | { email: string }} whose
 */
export function applicationsOf(where, client, whose) {
  const condition =
    "phone" in whose
      ? `a.phone = ${literal(whose.phone)}`
      : `EXISTS (SELECT 1 FROM json_each(a.fields)
           WHERE lower(json_extract(value, '$.value')) = lower(${literal(whose.email)}))`;
  return rowsOf(
    where,
    `SELECT a.id, a.cv_name, a.files, a.position_uuid, a.idempotency_key, p.name AS position FROM applications a
     JOIN positions p ON p.uuid = a.position_uuid
     WHERE p.client_uuid = ${literal(client)} AND ${condition} ORDER BY a.number`,
    Application,
  );
}

/**
 * Deletes applications and remembers their keys. The files go first: if it breaks off, the rows still
 * say what is left.
 *
 * @param {Where} where @param {z.infer<typeof Application>[]} applications
 */
export async function deleteApplications(where, applications) {
  await deleteFiles(where, applications);
  const ids = applications.map(({ id }) => literal(id)).join(", ");
  const remember = await rememberKeys(applications, Date.now());
  await rowsOf(where, `${remember} DELETE FROM applications WHERE id IN (${ids})`, z.unknown());
}

/** @param {z.infer<typeof Application>[]} applications */
function byPosition(applications) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { position } of applications) counts.set(position, (counts.get(position) ?? 0) + 1);
  return [...counts].map(([position, count]) => `  ${position}: ${count}`).join("\n");
}

/** A deletion cannot be undone: a single key must not be enough. */
export async function isConfirmed() {
  if (!isTerminal()) throw new Stop("Nothing was deleted. Say --yes where nobody can answer.");
  return ask('Delete for good? Type "yes"', (text) => text === "yes");
}

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({
    ...WHERE_OPTIONS,
    phone: { type: "string" },
    email: { type: "string" },
    yes: { type: "boolean", default: false },
  }),
  most: 1,
};

await runCommand(import.meta.url, COMMAND, async ({ values, positionals }) => {
  const where = whereOf(values, USAGE);
  const [which] = positionals;
  if (which === undefined) throw misused("Say which company.", USAGE);
  if ((values.phone === undefined) === (values.email === undefined)) {
    throw misused("Say whose applications: by --phone, or by --email.", USAGE);
  }
  const company = await companyAt(where, which);
  const whose =
    values.phone === undefined
      ? { email: emailOf(values.email ?? "") }
      : { phone: phoneOf(values.phone, company.country) };
  const found = await applicationsOf(where, company.uuid, whose);
  const said = "phone" in whose ? whose.phone : whose.email;
  if (found.length === 0) {
    console.log(`${company.name} has no application with ${said}.\n\n${ELSEWHERE}`);
    return;
  }
  const many = found.length === 1 ? "one application" : `${found.length} applications`;
  console.log(`${company.name} has ${many} with ${said}:\n${byPosition(found)}`);
  if (!values.yes && !(await isConfirmed())) {
    console.log("Nothing was deleted.");
    return;
  }
  await deleteApplications(where, found);
  console.log(`Deleted, with all files.\n\n${ELSEWHERE}`);
});

/** @param {string} text */
function emailOf(text) {
  if (!z.email().safeParse(text).success) throw new Stop(`"${text}" is no address of e-mail.`);
  return text;
}
