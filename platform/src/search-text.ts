import * as z from "zod";
import { foldText } from "~/contract/fold-text";
import type { Env } from "./env";

/** Limits on the email addresses that an application's answers add to its search text. */
const MAX_EMAILS = 5;
const MAX_EMAIL_CHARACTERS = 320;

const EMAIL = /^\s*[^\s@]+@[^\s@]+\s*$/;

interface Searched {
  first_name: string;
  last_name: string;
  phone?: string | null | undefined;
  answers: readonly { value: unknown }[];
}

/**
 * Returns the text by which an application is found and sorted: its folded name, phone number and email addresses,
 * one per line.
 */
export function searchText({ first_name, last_name, phone, answers }: Searched): string {
  const emails = answers.flatMap(({ value }) =>
    typeof value === "string" && value.length <= MAX_EMAIL_CHARACTERS && EMAIL.test(value)
      ? [value]
      : [],
  );
  return [`${last_name} ${first_name}`, phone ?? "", ...emails.slice(0, MAX_EMAILS)]
    .map(foldText)
    .join("\n");
}

const ROWS = 200;

/**
 * Maximum number of rounds of 2 D1 queries each. The free plan allows 50 queries per request or task, including others.
 */
const MAX_ROUNDS = 15;

const Row = z.object({
  number: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string().nullable(),
  answers: z
    .string()
    .transform((text) => z.array(z.object({ value: z.unknown() })).parse(JSON.parse(text))),
});

/** Writes the search texts of applications that earlier versions stored. The next call continues. */
export async function writeMissingSearchTexts({ DB }: Env): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { results } = await DB.prepare(
      `SELECT number, first_name, last_name, phone, fields AS answers FROM applications
       WHERE search IS NULL ORDER BY number LIMIT ${ROWS}`,
    ).all();
    if (results.length === 0) return;
    const texts = z
      .array(Row)
      .parse(results)
      .map(({ number, ...row }) => ({ number, text: searchText(row) }));
    await DB.prepare(
      `UPDATE applications SET search = value ->> 'text' FROM json_each(?)
       WHERE applications.number = value ->> 'number'`,
    )
      .bind(JSON.stringify(texts))
      .run();
  }
}
