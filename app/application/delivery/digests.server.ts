import { CV_FIELD } from "../model/files";
import type { Application } from "../model/application";
import { filesOf, type Delivery } from "./delivery";
import { sha256Hex } from "./digest.server";
import type { FileStore } from "./file-store.server";
import { recordIn } from "./state";
import { sentFileIn } from "./state-files";
import type { StoredApplication } from "./stored-application.server";

/** What tells a repeat of what was sent from other contents. */
export interface Digests {
  /** Of the fields and the files. */
  digest: string;
  /**
   * Of each field's file, salted; empty if it is neither held nor the one that was sent. Nothing of a
   * voluntary one.
   */
  ofFiles: ReadonlyMap<string, string>;
}

/** What a digest is made of. */
interface Digested {
  application: Application;
  /** The application's own. */
  salt: string;
  /** The CV's salted digest; empty if there is no CV. */
  cvDigest: string;
  /** Each other field that has a file, with the file's salted digest, in the order of the fields' ids. */
  files: readonly (readonly [field: string, digest: string])[];
  /** The answers to the position's own fields, without the voluntary ones; empty if there are none. */
  fields: string;
}

/** The digests of what is sent. */
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
  const cvDigest = ofFiles.get(CV_FIELD) ?? "";
  const text = digestText({ application, salt, cvDigest, files: others, fields });
  return { digest: await sha256Hex(text), ofFiles };
}

/** The text whose SHA-256 is the digest of what is sent. */
export const digestText = ({ application, salt, cvDigest, files, fields }: Digested): string =>
  saltedText(salt, JSON.stringify([application, cvDigest, files, fields]));

/** The text whose SHA-256 is the salted digest of a text. */
const saltedText = (salt: string, text: string): string => `${salt} ${text}`;

const byField = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1);
