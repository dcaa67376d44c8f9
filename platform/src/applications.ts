import type { D1PreparedStatement, D1Result } from "@cloudflare/workers-types";
import * as z from "zod";
import { SUSPICIONS, type Suspicion } from "~/contract/lists";
import { removeOverrides } from "~/contract/text";
import type { Answer, FieldFile } from "./answers";
import { hashKey } from "./deleted-keys";
import type { Env } from "./env";
import type { Upload } from "./files";
import { decodeFileName } from "./multipart";
import { confirmationStatement, type ConfirmationRequest } from "./confirmations/queue";
import { notificationStatement } from "./notifications/notifications";
import { searchText } from "./search-text";
import { Client, parsePosition, selectClient, selectPosition, type Position } from "./store";
import type { Application } from "./validation";

/**
 * Selects the id to return for a key that the position has already accepted: the id of its application, or the
 * key's hash if the application has been deleted. Selects nothing for a new key, or without a key.
 */
async function selectIdByKey(
  { DB }: Env,
  positionUuid: string,
  key: string | undefined,
): Promise<D1PreparedStatement> {
  return DB.prepare(
    `SELECT id FROM applications WHERE position_uuid = ?1 AND idempotency_key = ?2
     UNION ALL SELECT hash FROM deleted_keys WHERE hash = ?3`,
  ).bind(positionUuid, key ?? null, key === undefined ? null : await hashKey(positionUuid, key));
}

/** Reads the rows that call 4 needs, in one round trip. `earlier` is the id for a key that was accepted before. */
export async function readForApplication(
  env: Env,
  clientUuid: string,
  positionUuid: string,
  key: string | undefined,
) {
  const [clients, positions, ids] = await env.DB.batch([
    selectClient(env, clientUuid),
    selectPosition(env, positionUuid),
    await selectIdByKey(env, positionUuid, key),
  ]);
  const client = clients?.results[0];
  const position = positions?.results[0];
  return {
    client: client === undefined ? undefined : Client.parse(client),
    position: position === undefined ? undefined : parsePosition(position),
    earlier: findId(ids),
  };
}

const findId = (result: D1Result | undefined) =>
  z.array(z.object({ id: z.string() })).parse(result?.results ?? [])[0]?.id;

/**
 * Schemas of an application's text and JSON columns. They remove direction overrides from all texts. Stored rows can
 * contain overrides in copies of the company's questions and labels, and in candidates' texts that version 1.0.0
 * stored.
 */
export const enteredText = z.string().transform(removeOverrides);
export const enteredJson = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text): unknown =>
      JSON.parse(text, (_, value: unknown) =>
        typeof value === "string" ? removeOverrides(value) : value,
      ),
    )
    .pipe(schema);

/** Parses a comma-separated list from the header `X-Puerta-Suspect` or the database. Unknown words are ignored. */
export function parseSuspicions(list: string | null): Suspicion[] {
  const words = new Set(list?.split(",").map((word) => word.trim()));
  return SUSPICIONS.filter((suspicion) => words.has(suspicion));
}

export interface NewApplication {
  application: Application;
  answers: Answer[];
  files: FieldFile[];
  /** The candidate's source, as JSON. Undefined if unknown. */
  source: string | undefined;
  suspicions: Suspicion[];
  confirmation: ConfirmationRequest;
}

/**
 * Stores an application whose files are stored, and queues its notifications and its confirmation. Stores all of them
 * or none, in one round trip.
 *
 * @returns the application's id; the earlier id if the key was accepted before; undefined if the candidate has
 *   applied already
 */
export async function storeApplication(
  env: Env,
  { id, files: { cv }, stored }: Upload,
  position: Position,
  key: string | undefined,
  { application, answers, files, source, suspicions, confirmation }: NewApplication,
): Promise<string | undefined> {
  const { DB } = env;
  const digests = await stored;
  const storedCv = cv && describeFile(cv, digests[0]);
  const storedFiles = files.map(({ file, ...label }, index) => ({
    ...label,
    ...describeFile(file, digests[index + (cv ? 1 : 0)]),
  }));

  const now = Date.now();
  const confirming = confirmationStatement(
    env,
    { id, answers, suspicions },
    position,
    confirmation,
    now,
  );
  const [inserted, , ids] = await DB.batch([
    DB.prepare(
      `INSERT INTO applications (id, position_uuid, idempotency_key, first_name, last_name, phone,
         killer_questions, open_questions, fields, files, cv_name, cv_type, cv_size, cv_sha256,
         source, suspect, created_at, search)
       SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
       WHERE NOT EXISTS (SELECT 1 FROM deleted_keys WHERE hash = ?)
       ON CONFLICT DO NOTHING RETURNING id`,
    ).bind(
      id,
      position.uuid,
      key ?? null,
      application.first_name,
      application.last_name,
      application.phone ?? null,
      JSON.stringify(application.killer_questions),
      JSON.stringify(application.open_questions),
      JSON.stringify(answers),
      JSON.stringify(storedFiles),
      storedCv?.name ?? null,
      storedCv?.type ?? null,
      storedCv?.size ?? null,
      storedCv?.sha256 ?? null,
      source ?? null,
      suspicions.join(",") || null,
      new Date(now).toISOString(),
      searchText({ ...application, answers }),
      // An application with this key may have been stored and deleted while this request was being read.
      key === undefined ? null : await hashKey(position.uuid, key),
    ),
    notificationStatement(env, { id, position: position.uuid, client: position.client_uuid }, now),
    await selectIdByKey(env, position.uuid, key),
    ...(confirming ? [confirming] : []),
  ]);
  return findId(inserted) ?? findId(ids);
}

const describeFile = (file: File, sha256: string | undefined) => ({
  name: decodeFileName(file.name),
  type: file.type,
  size: file.size,
  sha256,
});
