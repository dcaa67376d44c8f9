import type { ApplicationHandle } from "~/app/application/delivery/applications.server";
import type { ReceivedFile } from "~/app/application/intake/receive.server";
import type { Process } from "./scheduler";
import { POSITION } from "./locator";
import type { World } from "./world";

const PDF = {
  name: "cv.pdf",
  contentType: "application/pdf",
  rules: { accept: ["pdf"], maxBytes: 1_000_000 },
};

export type Field = "cv" | "portfolio";

const createFile = (field: Field) => ({ ...PDF, field });

/** The number of pieces, including failed ones, after which an upload is abandoned. */
const TRIES = 8;

/** The number of bytes at each end of a file that stay in one piece. `Locator` finds files by their ends. */
const END_BYTES = 60;

const toBytes = (cv: string) => new Uint8Array(Buffer.from(cv, "latin1"));

/** @param cutAt the number of bytes after which the connection breaks */
function toStream(bytes: Uint8Array, cutAt?: number): ReadableStream<Uint8Array> {
  let isSent = false;
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      const left = cutAt === undefined ? bytes : bytes.slice(0, cutAt);
      if (!isSent && left.byteLength > 0) {
        isSent = true;
        controller.enqueue(left.slice());
        return;
      }
      if (cutAt !== undefined) {
        controller.error(new Error("cut off"));
        return;
      }
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });
}

export async function sendFile(
  { object }: ApplicationHandle,
  field: Field,
  bytes: string | undefined,
): Promise<ReceivedFile> {
  if (bytes === undefined) return { state: "none" };
  const held = await object.receiveFile(createFile(field), toStream(toBytes(bytes)));
  return typeof held === "object"
    ? { state: "received", upload: held.upload }
    : { state: "wrong-type" };
}

interface PiecesOptions {
  person: Process;
  /** The application id. */
  id: string;
  field: Field;
}

/**
 * Uploads a file in pieces before the form, as a browser with scripts does. The connection breaks during some pieces.
 * @returns the upload number, or undefined if the upload fails
 */
export async function uploadInPieces(
  file: string,
  { requests, habits: random }: World,
  { person, id, field }: PiecesOptions,
): Promise<number | undefined> {
  const bytes = toBytes(file);
  const begun = await requests.send(person, `starts the upload of ${field}`, async (site) => {
    const { object } = await site.open(id, POSITION);
    return object.beginUpload(POSITION, createFile(field), bytes.byteLength);
  });
  if (begun?.outcome !== "started") return undefined;
  const { upload } = begun;
  let offset = 0;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const last = bytes.byteLength - END_BYTES;
    const isEnding = offset >= last || offset + END_BYTES >= last || random.chance(0.4);
    const piece = isEnding
      ? bytes.slice(offset)
      : bytes.slice(offset, random.whole(offset + END_BYTES, last));
    const isCut = piece.byteLength > 2 * END_BYTES && random.chance(0.25);
    const cutAt = isCut ? random.whole(END_BYTES, piece.byteLength - END_BYTES) : undefined;
    const sent = await requests.send(person, `sends a piece from ${offset}`, async (site) =>
      (await site.findObject(id))?.appendPiece(upload, offset, toStream(piece, cutAt)),
    );
    const answer =
      sent ??
      (await requests.send(person, "asks for the upload's offset", async (site) =>
        (await site.findObject(id))?.uploadProgress(upload),
      ));
    if (answer?.outcome === "whole") return upload;
    if (answer && "offset" in answer) offset = answer.offset;
    else if (answer) return undefined;
  }
  return undefined;
}
