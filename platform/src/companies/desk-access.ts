import * as z from "zod";
import { DeskAccess } from "~/contract/admin-access";
import type { Env } from "../env";
import { ALPHABET, hashSecret, ID_LETTERS, ITERATIONS, SECRET_LETTERS } from "./sign-in-code";
import { hex } from "../secrets";

/** `company` is null for access to all companies. A person with an `email` signs in with Cloudflare Access. */
export const Invitation = z.strictObject({
  company: z.string().nullable(),
  name: z.string().trim().max(200).default(""),
  email: z.email().optional(),
});

type NewAccess = z.infer<typeof Invitation>;

/** Lists the sign-in codes, without their secrets, and the email addresses with access. */
export async function list({ DB }: Env) {
  const [codes, people] = await DB.batch([
    DB.prepare(
      `SELECT d.id, d.name, c.name AS company, d.created_at FROM desk_codes d
       LEFT JOIN clients c ON c.uuid = d.client_uuid ORDER BY d.created_at`,
    ),
    DB.prepare(
      `SELECT d.email, c.name AS company FROM desk_people d
       LEFT JOIN clients c ON c.uuid = d.client_uuid ORDER BY d.email`,
    ),
  ]);
  return DeskAccess.parse({ codes: codes?.results, people: people?.results });
}

const AccessRow = z.object({
  /** A code's id, or an email address. */
  id: z.string(),
  name: z.string(),
  /** Null for access to all companies. */
  client: z.string().nullable(),
  company: z.string().nullable(),
  /** Null for an email address. */
  created_at: z.string().nullable(),
});
export type AccessRow = z.infer<typeof AccessRow>;

/** Lists the codes and email addresses with access to some companies, including those with access to all. */
export async function listAccess({ DB }: Env, companies: readonly string[]): Promise<AccessRow[]> {
  const { results } = await DB.prepare(
    `SELECT d.id, d.name, d.client_uuid AS client, c.name AS company, d.created_at FROM desk_codes d
       LEFT JOIN clients c ON c.uuid = d.client_uuid
       WHERE d.client_uuid IS NULL OR d.client_uuid IN (SELECT value FROM json_each(?1))
     UNION ALL
     SELECT d.email, d.email, d.client_uuid, c.name, NULL FROM desk_people d
       LEFT JOIN clients c ON c.uuid = d.client_uuid
       WHERE d.client_uuid IS NULL OR d.client_uuid IN (SELECT value FROM json_each(?1))
     ORDER BY 4, 2, 1`,
  )
    .bind(JSON.stringify(companies))
    .all();
  return z.array(AccessRow).parse(results);
}

/** @returns the sign-in code, which is not stored, and its id; an empty object for an email address */
export async function invite({ DB }: Env, { company, name, email }: NewAccess) {
  if (email !== undefined) {
    await DB.prepare(
      "INSERT INTO desk_people (email, client_uuid) VALUES (?, ?) ON CONFLICT DO NOTHING",
    )
      .bind(lowerCase(email), company)
      .run();
    return {};
  }
  const { id, code, stored } = await createCode();
  await DB.prepare(
    `INSERT INTO desk_codes (id, client_uuid, name, salt, hash, iterations, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
    .bind(id, company, name, stored.salt, stored.hash, stored.iterations, new Date().toISOString())
    .run();
  return { id, code };
}

/** Creates a sign-in code (an id and 100 random bits), and the salted hash to store. */
export async function createCode() {
  const id = randomLetters(ID_LETTERS);
  const secret = randomLetters(SECRET_LETTERS);
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)).buffer);
  const hash = await hashSecret(secret, salt, ITERATIONS);
  const code = [id, ...(secret.match(/.{4}/g) ?? [])].join("-");
  return { id, code, stored: { salt, hash, iterations: ITERATIONS } };
}

/** Unbiased, because the length of the alphabet (32) divides 256. */
const randomLetters = (count: number) =>
  [...crypto.getRandomValues(new Uint8Array(count))]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join("");

/** Revokes a sign-in code with its sessions, or an email address's access. @param company by default, any */
export async function revoke({ DB }: Env, who: string, company?: string): Promise<boolean> {
  const isOfCompany = "(?2 IS NULL OR client_uuid = ?2)";
  const results = await DB.batch(
    [
      ["desk_codes WHERE id", who] as const,
      ["desk_people WHERE email", lowerCase(who)] as const,
    ].map(([where, value]) =>
      DB.prepare(`DELETE FROM ${where} = ?1 AND ${isOfCompany} RETURNING 1`).bind(
        value,
        company ?? null,
      ),
    ),
  );
  return results.some(({ results: rows }) => rows.length > 0);
}

/** Changes only ASCII letters, like `verifyAccessToken`. */
const lowerCase = (email: string) => email.replace(/[A-Z]+/g, (part) => part.toLowerCase());
