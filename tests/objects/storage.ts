import { runInDurableObject } from "cloudflare:test";
import { CV_FIELD, cvRules } from "~/app/application/model/files";
import type { ApplicationObject } from "~/app/application/delivery/application-object.server";

type ApplicationStub = DurableObjectStub<ApplicationObject>;

export const PDF = {
  field: CV_FIELD,
  name: "cv.pdf",
  contentType: "application/pdf",
  rules: cvRules(25 * 1024 ** 2),
};

/** Returns a PDF of at least `bytes` bytes with a unique marker. */
export function newCv(bytes = 200) {
  const marker = `marker-${crypto.randomUUID()}`;
  const content = new TextEncoder().encode(`%PDF-1.7\n${marker}\n`.padEnd(bytes, "x"));
  return { content, marker };
}

/** Returns bytes as a stream that can be passed to an object. */
export function createStream(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  const { body } = new Response(bytes);
  if (!body) throw new Error("The response has no body");
  return body;
}

/** Returns a stream of bytes that ends with an error. Must be called inside the object that reads the stream. */
export function createCutStream(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  let isFirst = true;
  return new ReadableStream({
    type: "bytes",
    pull(controller: { enqueue: (chunk: Uint8Array) => void; error: (reason: Error) => void }) {
      if (isFirst) controller.enqueue(bytes.slice());
      else controller.error(new Error("cut"));
      isFirst = false;
    },
  });
}

/** Stores a CV without holding it. @returns its upload number */
export async function store(
  object: ApplicationStub,
  content: Uint8Array<ArrayBuffer>,
  file: Parameters<ApplicationObject["beginUpload"]>[1] = PDF,
): Promise<number> {
  const cv = await object.receiveFile(file, createStream(content));
  if (typeof cv !== "object") throw new Error("The file was not accepted");
  return cv.upload;
}

export async function hold(
  object: ApplicationStub,
  content: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const held = await object.holdFile(await store(object, content));
  if (!held) throw new Error("The file is not held");
  return held.upload;
}

const listTables = ({ sql }: DurableObjectStorage) =>
  sql
    .exec<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%cf_%'",
    )
    .toArray()
    .map(({ name }) => name);

/** Returns an object's stored data as text, or "[]" if the storage is empty. */
export const stored = (object: ApplicationStub): Promise<string> =>
  runInDurableObject(object, (_, { storage }) => {
    const { kv, sql } = storage;
    const cells = listTables(storage)
      .flatMap((name) => sql.exec(`SELECT * FROM ${name}`).toArray())
      .flatMap((row) => Object.values(row))
      .map((cell) => (cell instanceof ArrayBuffer ? new TextDecoder().decode(cell) : String(cell)));
    return [JSON.stringify([...kv.list()]), ...cells].join("\n");
  });

/** Flips a bit in every row that contains bytes, or deletes these rows. */
export const damage = (object: ApplicationStub, isLost = false): Promise<void> =>
  runInDurableObject(object, (_, { storage }) => {
    const { sql } = storage;
    for (const table of listTables(storage)) {
      for (const row of sql.exec(`SELECT rowid AS at, * FROM ${table}`).toArray()) {
        for (const [column, cell] of Object.entries(row)) {
          if (!(cell instanceof ArrayBuffer)) continue;
          const bytes = new Uint8Array(cell);
          bytes[100] = (bytes[100] ?? 0) ^ 1;
          if (isLost) sql.exec(`DELETE FROM ${table} WHERE rowid = ?`, row.at);
          else sql.exec(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`, bytes, row.at);
        }
      }
    }
  });

export const MB = 1024 ** 2;

interface Bound {
  object: ApplicationStub;
  positionUuid: string;
}

export async function begin(
  { object, positionUuid }: Bound,
  length: number,
  file: Parameters<ApplicationObject["beginUpload"]>[1] = PDF,
): Promise<number> {
  const begun = await object.beginUpload(positionUuid, file, length);
  if (begun.outcome !== "started") throw new Error(begun.outcome);
  return begun.upload;
}

export const append = (
  { object }: Bound,
  upload: number,
  offset: number,
  piece: Uint8Array<ArrayBuffer>,
) => object.appendPiece(upload, offset, createStream(piece));
