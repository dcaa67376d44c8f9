import { z } from "zod";
import { DeskAccess } from "../../../contract/admin-access";
import type { Env } from "../env";
import { ALPHABET, hashSecret, ID_LETTERS, ITERATIONS, SECRET_LETTERS } from "../desk/sign-in-code";
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

/** Revokes a sign-in code with its sessions, or an email address's access. */
export async function revoke({ DB }: Env, who: string): Promise<boolean> {
  const results = await DB.batch([
    DB.prepare("DELETE FROM desk_codes WHERE id = ? RETURNING 1").bind(who),
    DB.prepare("DELETE FROM desk_people WHERE email = ? RETURNING 1").bind(lowerCase(who)),
  ]);
  return results.some(({ results: rows }) => rows.length > 0);
}

/** Changes only ASCII letters, like `verifyAccessToken`. */
const lowerCase = (email: string) => email.replace(/[A-Z]+/g, (part) => part.toLowerCase());
