import type { CvStore } from "./cv-store.server";
import type { Delivery } from "./delivery";
import { digestText, formulasOf, saltedText, type DigestVersion } from "./digest-formulas";
import { sha256Hex } from "./digest.server";
import { recordIn } from "./state";
import type { StoredApplication } from "./stored-application.server";

/** What tells a repeat of what was sent from other contents. */
export interface Digests {
  /** Of the fields and the CV. */
  digest: string;
  digestVersion: DigestVersion;
  /** Of the CV, salted; empty if there is none, or it is neither held nor the one that was sent. */
  cvDigest: string;
}

/** The digests of what is sent, by the formula of the build that stored what was sent before. */
export async function digestsOf(
  { application, upload }: Pick<Delivery, "application" | "upload">,
  { stored, cvs }: { stored: StoredApplication; cvs: CvStore },
): Promise<Digests> {
  const record = recordIn(stored.state);
  const { salt } = stored;
  const cvSha256 = upload === undefined ? "" : (cvs.get(upload)?.sha256 ?? "");
  const sentCv = upload !== undefined && record?.cv?.upload === upload ? record.cv : undefined;
  const cvDigest =
    cvSha256 === "" ? (sentCv?.digest ?? "") : await sha256Hex(saltedText(salt, cvSha256));
  const by = async (digestVersion: DigestVersion): Promise<Digests> => {
    const text = digestText[digestVersion]({ application, salt, cvSha256, cvDigest });
    return { digest: await sha256Hex(text), digestVersion, cvDigest };
  };
  const [likeliest, ...others] = formulasOf(record);
  const digests = await by(likeliest);
  if (digests.digest === record?.digest) return digests;
  for (const formula of others) {
    const other = await by(formula);
    if (other.digest === record?.digest) return other;
  }
  return digests;
}
