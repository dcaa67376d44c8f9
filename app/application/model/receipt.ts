import { formatReceiptNumber, receiptHashPrefix } from "~/contract/receipt-number";

/**
 * Status of a sent application. `delivered`: the platform has it. `unconfirmed`: the platform might have it.
 * `on-its-way`: it is still being delivered. `undelivered`: delivery was given up. `already-applied`: the platform
 * already had an application from this candidate.
 */
export type ReceiptStatus =
  | "delivered"
  | "unconfirmed"
  | "on-its-way"
  | "undelivered"
  | "already-applied";

/** A form's answers as the candidate saw them, by control name. */
export type Answers = Partial<Record<string, string>>;

/** The receipt that a candidate sees after applying. Contains nothing that the candidate entered. */
export interface Receipt {
  /** SHA-256 of the application's secret id, in hexadecimal. It names the application's Durable Object. */
  id: string;
  status: ReceiptStatus;
  /** In ms since 1970. */
  sentAt: number;
  /** When the receipt expires, in ms since 1970. */
  until: number;
  company: ReceiptCompany;
  positionTitle: string;
  files: ReceiptFile[];
  /** The fields that were sent, in form order. */
  labels: SentLabel[];
  /** The company's current plain text about the next steps. Not stored. */
  nextSteps?: string | undefined;
  /** Whether the platform itself emails the candidate. Not stored. */
  platformEmailsCandidate?: boolean | undefined;
  /** The position's current country, ISO 3166-1 in capitals. Determines the date order. Not stored. */
  country?: string | undefined;
  /** Language of the position's own texts, if set. Not stored. */
  language?: string | undefined;
  /** Whether the contents of an unconfirmed application are still stored, so that an operator can settle it. */
  isUnderReview?: boolean | undefined;
  /** Set if the application was refused or lost a file. */
  refusal?: Refusal | undefined;
}

/** A sent file. `kind` is for display, such as "PDF". `size` is in bytes. */
export interface ReceiptFile {
  field: string;
  kind: string;
  size: number;
}

/** A sent field: the name of its form control, and the position's own label if it has one. */
export interface SentLabel {
  name: string;
  label?: string | undefined;
}

/** Why an application was given up. Omits the platform's message, which might quote the candidate. */
export interface Refusal {
  /** Whether the contents are still stored, so that the candidate can correct them in the same browser. */
  canCorrect: boolean;
  /** Set if the reason is damage to the stored form or to one of its files, not a refusal by the platform. */
  damaged?: "form" | "file" | undefined;
  /** Set if the position closed before the application was delivered. */
  isClosed?: true | undefined;
}

export interface ReceiptCompany {
  name: string;
  code: string;
  uuid: string;
  language?: string | undefined;
}

interface NamedPosition {
  title: string;
  companyName: string;
  clientCode: string;
  clientUuid: string;
  languageDefault?: string | undefined;
}

export const receiptNames = (position: NamedPosition) => ({
  company: {
    name: position.companyName,
    code: position.clientCode,
    uuid: position.clientUuid,
    language: position.languageDefault,
  },
  positionTitle: position.title,
});

export const isReceiptId = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** A short number for people to quote, such as "7KQF-2M9X". */
export const receiptNumber = (id: string): string =>
  formatReceiptNumber(
    Uint8Array.from(id.slice(0, 10).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)),
  );

/** Returns the start of the receipt id for a receipt number, or "none" if the number is invalid. */
export const receiptPrefix = (number: string): string =>
  receiptHashPrefix(number.toUpperCase()) ?? "none";
