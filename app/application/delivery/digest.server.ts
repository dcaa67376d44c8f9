import { sha256Hex } from "~/app/runtime/sha256.server";
import { findSentFile, parseContents, type Sending, type Submission } from "./state";
import type { Store, StoredFile } from "./store.server";

/**
 * Computes a checksum (32-bit FNV-1a) of everything that an attempt sends, except file contents. It detects
 * damage, not forgery. Unlike a digest, it is synchronous, so nothing can change the application meanwhile.
 */
export function createChecksum(
  { positionUuid, contents }: Pick<Sending, "positionUuid" | "contents">,
  files: readonly StoredFile[],
): number {
  const heads = files.map(({ field, upload, name, contentType, size, sha256 }) => [
    ...[field, upload, name, contentType, size, sha256],
  ]);
  const text = JSON.stringify([positionUuid, parseContents(contents), heads]);
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * Computes salted digests that distinguish a repeated form from other contents. `digest` covers the answers and
 * files that are not voluntary. `fileDigests` has the digests of these files by field. An unknown file has an
 * empty digest.
 */
export async function computeDigests(
  { contents, voluntaryFiles = [] }: Submission,
  store: Pick<Store, "state" | "salt" | "file">,
) {
  const { application, files, fields = [] } = contents;
  const { state, salt } = store;
  const fileDigests = new Map<string, string>();
  for (const { field, upload } of files) {
    if (voluntaryFiles.includes(field)) continue;
    const sha256 = store.file(upload)?.sha256;
    const sent = findSentFile(state, field);
    const before = sent?.upload === upload ? sent.digest : "";
    fileDigests.set(field, sha256 === undefined ? before : await sha256Hex(`${salt} ${sha256}`));
  }
  const sorted = [...fileDigests].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `${salt} ${JSON.stringify([application, sorted, fields])}`;
  return { digest: await sha256Hex(text), fileDigests };
}
