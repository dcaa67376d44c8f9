import * as z from "zod";
import { AdminApplication } from "~/contract/admin-applications";
import { Refusal } from "~/contract/http";
import { findByReceiptNumber, receiptNumber } from "~/contract/receipt-number";
import { enteredJson, enteredText } from "../applications";
import { parsePersonQuery } from "../person-query";
import type { Env } from "../env";

/** Maximum number of applications per response. */
const MAX_APPLICATIONS = 200;

const { shape } = AdminApplication;

const parsedJson = z.string().transform((text): unknown => JSON.parse(text));

const Row = AdminApplication.omit({ cv: true, receipt: true }).extend({
  idempotency_key: z.string().nullable(),
  first_name: enteredText,
  last_name: enteredText,
  killer_questions: enteredJson(shape.killer_questions),
  open_questions: enteredJson(shape.open_questions),
  fields: enteredJson(shape.fields),
  files: enteredJson(shape.files),
  source: z
    .string()
    .nullable()
    .transform((text) => shape.source.parse(JSON.parse(text ?? "null"))),
  cv_name: enteredText.nullable(),
  cv_type: z.string().nullable(),
  cv_size: z.number().nullable(),
  cv_sha256: z.string().nullable(),
  notes: parsedJson.pipe(shape.notes),
  emails: parsedJson.pipe(shape.emails),
});

async function toApplication(row: z.infer<typeof Row>): Promise<AdminApplication> {
  const { cv_name, cv_type, cv_size, cv_sha256, idempotency_key: key, ...rest } = row;
  const cv =
    cv_name === null
      ? null
      : { name: cv_name, type: cv_type ?? "", size: cv_size ?? 0, sha256: cv_sha256 ?? "" };
  return { ...rest, cv, receipt: key === null ? null : await receiptNumber(key) };
}

const TRIED = "'state', state, 'created_at', created_at, 'tried_at', tried_at";

/** SQL for a JSON list of the emails to the candidate of an application `a`. */
const EMAILS = `(SELECT json_group_array(json(email)) FROM (
  SELECT json_object('kind', 'confirmation', 'to', address, 'language', language, ${TRIED}) AS email
  FROM confirmations WHERE application_id = a.id
  UNION ALL SELECT json_object('kind', kind, 'to', address, 'who', who, 'reply_to', reply_to, 'subject', subject,
    'text', text, ${TRIED}) FROM replies WHERE application_id = a.id))`;

const NOTES = `(SELECT json_group_array(json_object('text', text, 'who', who, 'at', at))
  FROM notes WHERE application_id = a.id)`;

async function select({ DB }: Env, condition: string, ...values: unknown[]) {
  const { results } = await DB.prepare(
    `SELECT a.*, p.client_uuid, c.name AS company, p.name AS position, ${NOTES} AS notes,
       ${EMAILS} AS emails
     FROM applications a JOIN positions p ON p.uuid = a.position_uuid
     JOIN clients c ON c.uuid = p.client_uuid
     WHERE ${condition} ORDER BY a.number LIMIT ${MAX_APPLICATIONS}`,
  )
    .bind(...values)
    .all();
  return Promise.all(z.array(Row).parse(results).map(toApplication));
}

export const findById = async (env: Env, id: string) => (await select(env, "a.id = ?", id))[0];

const Query = z.strictObject({
  company: z.string().optional(),
  /** The application's number, its id, or the first characters of its receipt number. */
  which: z.string().optional(),
  /** A phone number, or an email address in an answer. */
  person: z.string().optional(),
  /** `next` of the previous page. Only applications with greater numbers are returned. */
  after: z.coerce.number().int().nonnegative().default(0),
});

/**
 * Finds a page of applications in the order of arrival, and the uuids of their companies.
 *
 * @throws Refusal 422 if the query is invalid
 */
export async function find(env: Env, parameters: Record<string, string>) {
  const query = Query.safeParse(parameters);
  if (!query.success) throw new Refusal(422, "The query is wrong.");
  const { company = null, which, person, after } = query.data;
  if (which !== undefined) return toPage(await findOne(env, which));
  const found = await select(
    env,
    `a.number > ?1 AND (?2 IS NULL OR p.client_uuid = ?2) AND (?3 IS NULL OR a.phone = ?4
       OR (?5 <> '' AND a.phone LIKE '%' || ?5)
       OR (?6 <> '' AND EXISTS (SELECT 1 FROM json_each(a.fields) f
         WHERE lower(trim(json_extract(f.value, '$.value'))) = ?6)))`,
    ...[after, company, person ?? null, ...parsePerson(person)],
  );
  return toPage(found, found.length === MAX_APPLICATIONS ? (found.at(-1)?.number ?? null) : null);
}

const toPage = (applications: AdminApplication[], next: number | null = null) => ({
  page: { applications, next },
  clients: [...new Set(applications.map(({ client_uuid }) => client_uuid))],
});

async function findOne(env: Env, which: string): Promise<AdminApplication[]> {
  const exact = /^[1-9]\d{0,14}$/.test(which)
    ? await select(env, "a.number = ?", Number(which))
    : await select(env, "a.id = ?", which);
  if (findByReceiptNumber([], which) === undefined) return exact;
  // D1 cannot compute receipt numbers, which are digests of the keys.
  const { results } = await env.DB.prepare(
    "SELECT id, idempotency_key AS key FROM applications WHERE idempotency_key IS NOT NULL",
  ).all<{ id: string; key: string }>();
  const numbered = await Promise.all(
    results.map(async ({ id, key }) => ({ id, number: await receiptNumber(key) })),
  );
  const ids = [...exact, ...(findByReceiptNumber(numbered, which) ?? [])].map(({ id }) => id);
  return select(env, "a.id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
}

function parsePerson(text: string | undefined): [phone: string, phoneEnd: string, email: string] {
  if (text === undefined) return ["", "", ""];
  const query = parsePersonQuery(text);
  if (!query) throw new Refusal(422, `"${text}" is neither a phone number nor an email address.`);
  return [query.phone, query.phoneEnd, query.email];
}
