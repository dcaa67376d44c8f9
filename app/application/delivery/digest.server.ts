import { sha256Hex } from "../../runtime/sha256.server";
import { findSentFile, type Submission } from "./state";
import type { Store } from "./store.server";

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
  const sorted = [...fileDigests].sort(([one], [other]) => (one < other ? -1 : 1));
  const text = `${salt} ${JSON.stringify([application, sorted, fields])}`;
  return { digest: await sha256Hex(text), fileDigests };
}
