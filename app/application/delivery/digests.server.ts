import { CV_FIELD } from "../model/files";
import { filesOf, type Delivery } from "./delivery";
import { digestText, formulasOf, saltedText, type DigestVersion } from "./digest-formulas";
import { sha256Hex } from "./digest.server";
import type { FileStore } from "./file-store.server";
import { recordIn } from "./state";
import { sentFileIn } from "./state-files";
import type { StoredApplication } from "./stored-application.server";

/** What tells a repeat of what was sent from other contents. */
export interface Digests {
  /** Of the fields and the files. */
  digest: string;
  digestVersion: DigestVersion;
  /**
   * Of each field's file, salted; empty if it is neither held nor the one that was sent. Nothing of a
   * voluntary one.
   */
  ofFiles: ReadonlyMap<string, string>;
}

/** The digests of what is sent, by the formula of the build that stored what was sent before. */
export async function digestsOf(
  delivery: Pick<Delivery, "application" | "upload" | "files" | "voluntaryFiles" | "fields">,
  { stored, files }: { stored: StoredApplication; files: FileStore },
): Promise<Digests> {
  const { application, fields = "", voluntaryFiles = [] } = delivery;
  const record = recordIn(stored.state);
  const { salt } = stored;
  const ofFiles = new Map<string, string>();
  for (const { field, upload } of filesOf(delivery)) {
    if (voluntaryFiles.includes(field)) continue;
    const sha256 = files.get(upload)?.sha256;
    const sent = sentFileIn(record, field);
    const before = sent?.upload === upload ? sent.digest : undefined;
    const digest = sha256 === undefined ? before : await sha256Hex(saltedText(salt, sha256));
    ofFiles.set(field, digest ?? "");
  }
  const others = [...ofFiles].filter(([field]) => field !== CV_FIELD).sort(byField);
  const { upload: cv } = delivery;
  const digested = {
    application,
    salt,
    cvSha256: cv === undefined ? "" : (files.get(cv)?.sha256 ?? ""),
    cvDigest: ofFiles.get(CV_FIELD) ?? "",
    files: others,
    fields,
  };
  const by = async (digestVersion: DigestVersion): Promise<Digests> => {
    const digest = await sha256Hex(digestText[digestVersion](digested));
    return { digest, digestVersion, ofFiles };
  };
  const hasMore = others.length > 0 || fields !== "";
  const [likeliest, ...rest] = formulasOf(record, hasMore);
  const digests = await by(likeliest);
  if (digests.digest === record?.digest) return digests;
  for (const formula of rest) {
    const other = await by(formula);
    if (other.digest === record?.digest) return other;
  }
  return digests;
}

const byField = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1);
