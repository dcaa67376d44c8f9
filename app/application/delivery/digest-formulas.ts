import type { Application } from "../model/application";
import type { SentRecord } from "./state";

/**
 * The formulas by which this build makes the digest of what is sent: of names, questions and a CV alone,
 * and of more.
 */
const DIGEST_VERSION = 3;
const FIELDS_VERSION = 4;

export type DigestVersion = NonNullable<SentRecord["digestVersion"]>;

/** What a digest is made of. */
interface Digested {
  application: Application;
  /** The application's own. */
  salt: string;
  /** The CV's SHA-256, in hexadecimal; empty if there is no CV, or the bytes are gone. */
  cvSha256: string;
  /** The CV's salted digest, which is known when the bytes are gone; empty if there is no CV. */
  cvDigest: string;
  /** Each other field that has a file, with the file's salted digest, in the order of the fields' ids. */
  files: readonly (readonly [field: string, digest: string])[];
  /** The answers to the position's own fields, without the voluntary ones; empty if there are none. */
  fields: string;
}

/**
 * The text whose SHA-256 is the digest, by each build's formula: 1 up to d8e9b75, 2 in 9a45a0a and
 * a437863, 3 from f8802ed on, 4 of what has more than builds up to 541761e knew. A formula that was deployed is never changed: what was stored by it is
 * compared by it.
 */
export const digestText: Record<DigestVersion, (digested: Digested) => string> = {
  1: ({ application, cvSha256 }) => JSON.stringify([application, cvSha256]),
  2: ({ application, salt, cvSha256 }) => JSON.stringify([salt, application, cvSha256]),
  3: ({ application, salt, cvDigest }) => saltedText(salt, JSON.stringify([application, cvDigest])),
  4: ({ application, salt, cvDigest, files, fields }) =>
    saltedText(salt, JSON.stringify([application, cvDigest, files, fields])),
};

/** The text whose SHA-256 is the salted digest of a text. */
export const saltedText = (salt: string, text: string): string => `${salt} ${text}`;

/**
 * The formulas that may have made a record's digest, the likeliest first. Builds up to 0061654 did not
 * say which; those of formula 2 kept no digest of the CV.
 *
 * @param hasMore whether what is compared with it has more than names, questions and a CV. No formula
 *   but 4 sees that, and what has no more is never the same as what has.
 */
export function formulasOf(
  record: SentRecord | undefined,
  hasMore = false,
): readonly [DigestVersion, ...DigestVersion[]] {
  if (hasMore) return [FIELDS_VERSION];
  if (!record || record.digestVersion === FIELDS_VERSION) return [DIGEST_VERSION];
  const { digestVersion, cv } = record;
  if (digestVersion !== undefined) return [digestVersion];
  if (cv) return [cv.digest === undefined ? 2 : 3];
  return [3, 2, 1];
}
