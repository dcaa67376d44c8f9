// Says who may come in at the embedded platform's desk: pass phrases, and e-mail addresses of Access.
import { pbkdf2, randomBytes, randomInt } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import {
  misused,
  runCommand,
  WHERE_OPTIONS,
  WHERE_USAGE,
  whereOf,
} from "../../scripts/arguments.mjs";
import { d1Folder, databaseFiles, platformArgs, Stop, wrangler } from "../../scripts/local.mjs";

/** @typedef {import("../../scripts/arguments.mjs").Where} Where */

// As platform/src/desk/phrase.ts reads them.
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const ID_LETTERS = 5;
const SECRET_LETTERS = 20;
const ITERATIONS = 100_000;

/** @param {number} count */
const letters = (count) =>
  Array.from({ length: count }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/**
 * A new pass phrase of 100 random bits, and the SQL that stores what it is checked by. The phrase itself
 * is stored nowhere.
 *
 * @param {string | null} clientUuid the company that it opens; null: all
 * @param {string} name whose it is, for the desk's log
 */
export async function newPhrase(clientUuid, name) {
  const id = letters(ID_LETTERS);
  const secret = letters(SECRET_LETTERS);
  const salt = randomBytes(16);
  const hash = await promisify(pbkdf2)(secret, salt, ITERATIONS, 32, "sha256");
  const values = [id, clientUuid, name, salt.toString("hex"), hash.toString("hex")];
  const sql = `INSERT INTO desk_phrases (id, client_uuid, name, salt, hash, iterations, created_at)
    VALUES (${values.map(literal).join(", ")}, ${ITERATIONS}, ${literal(new Date().toISOString())})`;
  return { id, phrase: [id, ...(secret.match(/.{4}/g) ?? [])].join("-"), sql };
}

/** A text as SQL. @param {string | null} text */
const literal = (text) => (text === null ? "NULL" : `'${text.replaceAll("'", "''")}'`);

/**
 * Runs SQL on the platform's database.
 *
 * @param {Where} where @param {string} sql
 * @returns {Promise<unknown[]>} the rows of its last statement
 */
async function ask(where, sql) {
  if (!where.remote && (await databaseFiles(where.persistTo)).length === 0) {
    throw new Stop("No platform has run here yet. Start it: npm start");
  }
  const args = ["d1", "execute", "DB", ...platformArgs(where), "--json", "--command", sql];
  try {
    const printed = z
      .array(z.object({ results: z.array(z.unknown()) }))
      .parse(JSON.parse(await wrangler(args)));
    return printed.at(-1)?.results ?? [];
  } catch (error) {
    if (!(error instanceof Stop) || !error.message.includes("no such table")) throw error;
    throw new Stop(
      "The platform's database has no tables for the desk yet. Make them: npm run seed",
    );
  }
}

/**
 * The uuid of a company by its uuid or its code; null stands for all.
 *
 * @param {Where} where @param {string | undefined} company @param {boolean} isAll
 * @returns {Promise<{ uuid: string; name: string } | null>}
 */
async function companyOf(where, company, isAll) {
  if (isAll === (company !== undefined)) {
    throw new Stop(`Name one company, or say --all.\n\n${USAGE}`);
  }
  if (company === undefined) return null;
  const all = z
    .array(z.object({ uuid: z.string(), code: z.string(), name: z.string() }))
    .parse(await ask(where, "SELECT uuid, code, name FROM clients ORDER BY code"));
  const [found, ...others] = all.filter(({ uuid, code }) => [uuid, code].includes(company));
  if (found && others.length === 0) return found;
  const what = found ? "There are several companies" : "There is no company";
  const list = all.map(({ uuid, code, name }) => `  ${code}  ${uuid}  ${name}`).join("\n");
  throw new Stop(`${what} "${company}". By code or uuid:\n${list}`);
}

/**
 * Makes and stores a pass phrase.
 *
 * @param {Where} where @param {string | null} clientUuid @param {string} name
 */
export async function makePhrase(where, clientUuid, name) {
  const { id, phrase, sql } = await newPhrase(clientUuid, name);
  await ask(where, sql);
  return { id, phrase };
}

/** Beside the local databases: that the first start has made a pass phrase. @param {string} persistTo */
const markOfFirstStart = (persistTo) => join(d1Folder(persistTo), "puerta-desk.json");

/**
 * A pass phrase for all companies at the first start in a state folder; undefined at later ones.
 *
 * @param {string} persistTo
 */
export async function phraseOfFirstStart(persistTo) {
  const mark = markOfFirstStart(persistTo);
  if (existsSync(mark)) return undefined;
  const { id, phrase } = await makePhrase({ persistTo, remote: false }, null, "npm start");
  await writeFile(mark, JSON.stringify({ id }));
  return phrase;
}

/** What the start script prints of the desk. @param {string} url @param {string | undefined} phrase */
export const deskLines = (url, phrase) => [
  `The desk:           ${url}`,
  ...(phrase === undefined ? [] : [`Its pass phrase:    ${phrase}  (shown this once)`]),
  "A new pass phrase:  npm run desk -- phrase --all",
];

const Listed = z.object({ phrases: z.string(), people: z.string() });

const Entries = z.array(z.record(z.string(), z.string().nullable()));

/** All who may come in, as lines. @param {Where} where */
async function list(where) {
  const [row] = await ask(
    where,
    `SELECT (SELECT json_group_array(json_object('id', d.id, 'name', d.name, 'company', c.name,
         'made', substr(d.created_at, 1, 10))) FROM desk_phrases d
         LEFT JOIN clients c ON c.uuid = d.client_uuid) AS phrases,
       (SELECT json_group_array(json_object('email', d.email, 'company', c.name)) FROM desk_people d
         LEFT JOIN clients c ON c.uuid = d.client_uuid) AS people`,
  );
  const listed = Listed.parse(row);
  const phrases = Entries.parse(JSON.parse(listed.phrases)).map(
    ({ id, name, company, made }) =>
      `  ${id}  ${company ?? "all companies"}, made ${made}${name ? `, for ${name}` : ""}`,
  );
  const people = Entries.parse(JSON.parse(listed.people)).map(
    ({ email, company }) => `  ${email}  ${company ?? "all companies"}`,
  );
  return [
    ...(phrases.length > 0 ? ["Pass phrases, by their ids:", ...phrases] : ["No pass phrases."]),
    ...(people.length > 0 ? ["", "By Cloudflare Access:", ...people] : []),
  ];
}

const USAGE = `npm run desk -- phrase COMPANY [--name TEXT]   makes a pass phrase, and shows it once
npm run desk -- phrase --all [--name TEXT]     one that opens every company
npm run desk -- list                           who may come in
npm run desk -- revoke ID                      ends a pass phrase, and who is in by it is out
npm run desk -- allow EMAIL COMPANY            lets somebody in by Cloudflare Access
npm run desk -- allow EMAIL --all              to every company
npm run desk -- forbid EMAIL                   lets them in no more
  COMPANY              its code or its uuid
  --name TEXT          whose pass phrase it is: the desk's log names them
${WHERE_USAGE}`;

/** @param {string | undefined} email */
function emailIn(email) {
  if (email === undefined || !/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new Stop(`"${email ?? ""}" is no e-mail address.\n\n${USAGE}`);
  }
  // ASCII letters alone, as platform/src/desk/access.ts compares them.
  return email.replace(/[A-Z]+/g, (part) => part.toLowerCase());
}

const COMMAND = {
  usage: USAGE,
  options: /** @type {const} */ ({
    ...WHERE_OPTIONS,
    all: { type: "boolean", default: false },
    name: { type: "string", default: "" },
  }),
  most: 3,
};

await runCommand(import.meta.url, COMMAND, async ({ values, positionals }) => {
  const where = whereOf(values, USAGE);
  const [command, ...rest] = positionals;
  const most = { phrase: 1, list: 0, revoke: 1, allow: 2, forbid: 1 }[command ?? ""];
  if (most === undefined || rest.length > most) {
    const fault =
      command === undefined ? "Say what is to be done." : `What is "${positionals.join(" ")}"?`;
    throw misused(fault, USAGE);
  }
  const [first, second] = rest;
  if (command === "phrase") {
    const company = await companyOf(where, first, values.all);
    const { id, phrase } = await makePhrase(where, company?.uuid ?? null, values.name.trim());
    console.log(`Pass phrase for ${company?.name ?? "all companies"}, shown this once:\n`);
    console.log(`  ${phrase}\n\nEnd it: npm run desk -- revoke ${id}`);
  } else if (command === "list") {
    console.log((await list(where)).join("\n"));
  } else if (command === "revoke") {
    if (first === undefined) throw new Stop(`Which one? See their ids: npm run desk -- list`);
    const gone = await ask(
      where,
      `DELETE FROM desk_sessions WHERE phrase_id = ${literal(first)};
       DELETE FROM desk_phrases WHERE id = ${literal(first)} RETURNING id`,
    );
    if (gone.length === 0) throw new Stop(`There is no pass phrase ${first}: npm run desk -- list`);
    console.log(`The pass phrase ${first} opens nothing any more.`);
  } else if (command === "allow") {
    const email = emailIn(first);
    const company = await companyOf(where, second, values.all);
    await ask(
      where,
      `INSERT INTO desk_people (email, client_uuid) VALUES (${literal(email)}, ${literal(company?.uuid ?? null)})
       ON CONFLICT DO NOTHING`,
    );
    console.log(
      `${email} sees ${company?.name ?? "all companies"}, once Access lets them through.`,
    );
  } else {
    const email = emailIn(first);
    const gone = await ask(
      where,
      `DELETE FROM desk_people WHERE email = ${literal(email)} RETURNING email`,
    );
    if (gone.length === 0) throw new Stop(`${email} is not on the list: npm run desk -- list`);
    console.log(`${email} sees nothing any more.`);
  }
});
