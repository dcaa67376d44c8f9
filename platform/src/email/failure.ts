/** Why an email was not sent. */
export const FAILURES = [
  "settings",
  "unreachable",
  "timeout",
  "certificate",
  "no-tls",
  "password",
  "sender",
  "recipient",
  "message",
  "later",
  "other",
] as const;

export type Reason = (typeof FAILURES)[number];

/**
 * A failed attempt. `detail` is a status or an error's code, or a description of invalid settings. It contains no
 * recipient's address.
 */
export interface Failure {
  reason: Reason;
  detail: string;
  /** Whether another attempt with the same message would fail too. */
  isFinal: boolean;
  /** Whether all emails fail for this reason. */
  isGeneral: boolean;
}

/** Reasons for which all emails fail until someone changes a setting or repairs the server. */
const GENERAL: ReadonlySet<Reason> = new Set([
  "settings",
  "unreachable",
  "timeout",
  "certificate",
  "no-tls",
  "password",
  "sender",
  "other",
]);

const FINAL: ReadonlySet<Reason> = new Set(["recipient", "message"]);

export const createFailure = (reason: Reason, detail: string | number = ""): Failure => ({
  reason,
  detail: String(detail),
  isFinal: FINAL.has(reason),
  isGeneral: GENERAL.has(reason),
});

/** Formats a failure for the database. */
export const toStored = ({ reason, detail }: Failure): string => `${reason} ${detail}`.trim();

export function parseStored(text: string): Failure {
  const [first = "", ...rest] = text.split(" ");
  return createFailure(FAILURES.find((reason) => reason === first) ?? "other", rest.join(" "));
}

const TEXTS: Record<Reason, string> = {
  settings: "wrong settings",
  unreachable: "the mail server cannot be reached",
  timeout: "the mail server does not answer",
  certificate: "the mail server's certificate is invalid or belongs to another name",
  "no-tls": "the mail server offers no encryption (STARTTLS)",
  password: "the mail server refuses EMAIL_USER or EMAIL_PASSWORD",
  sender: "the mail server refuses the sender EMAIL_FROM",
  recipient: "the recipient's address is refused",
  message: "the message is refused",
  later: "the mail server asks to try again later",
  other: "the mail server reports an error",
};

/** Formats a failure for operators, in English. */
export const formatFailure = ({ reason, detail }: Failure): string =>
  reason === "settings" ? detail : `${TEXTS[reason]}${detail === "" ? "" : ` (${detail})`}`;
