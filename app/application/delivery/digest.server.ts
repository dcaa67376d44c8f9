import { sha256Hex } from "../../runtime/sha256.server";
import { findSentFile, type Submission } from "./state";
import type { Store } from "./store.server";

/**
 * Salted digests that distinguish a repeat of a form from other contents: `digest` of all fields and files,
 * `fileDigests` by field. A file that was neither held nor sent has an empty digest. Voluntary answers and
 * files are excluded.
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
