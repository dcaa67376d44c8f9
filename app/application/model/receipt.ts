import { formatReceiptNumber, receiptHashPrefix } from "../../../contract/receipt-number";

/**
 * What has become of a sent application: the platform has it; it probably has it, but did not confirm it;
 * we still try to deliver it; it was given up; or the platform already had an application of the candidate's.
 */
export type ReceiptStatus =
  | "delivered"
  | "unconfirmed"
  | "on-its-way"
  | "undelivered"
  | "already-applied";

/** What a candidate is shown after sending. It has nothing that the candidate entered. */
export interface Receipt {
  /** The name of the application's object: the SHA-256 of its secret id, in hexadecimal. */
  id: string;
  status: ReceiptStatus;
  /** ms since 1970. */
  sentAt: number;
  /** When the receipt expires, in ms since 1970. */
  until: number;
  company: ReceiptCompany;
  positionTitle: string;
  files: ReceiptFile[];
  /** The fields that were sent, in the form's order. */
  labels: SentLabel[];
  /** What happens next: plain text in the company's words, as they are now. They are not stored. */
  nextSteps?: string | undefined;
  /** The platform writes to the candidate itself. Not stored. */
  talksBack?: boolean | undefined;
  /** The position's country as it is now, ISO 3166-1 in capitals: dates are in its order. Not stored. */
  country?: string | undefined;
  /** The language of the position's own texts, if it has named one. Not stored. */
  language?: string | undefined;
  /** An operator still has the contents, and can find out what became of an unconfirmed application. */
  isUnderReview?: boolean | undefined;
  /** Only of an application that its candidate has to correct. */
  refusal?: Refusal | undefined;
}

/** A file that was sent: its field, its kind, as in "PDF", and its size in bytes. */
export interface ReceiptFile {
  field: string;
  kind: string;
  size: number;
}

/** A field that was sent, by its control's name; with the position's own label, if it has one. */
export interface SentLabel {
  name: string;
  label?: string | undefined;
}

/** Why an application was given up. What the platform said may quote the candidate, and stays out of it. */
export interface Refusal {
  /** Its contents are still stored, so that the browser that sent them can correct them. */
  canCorrect: boolean;
  /** Nothing was refused: a file was lost. */
  isFileLost?: true | undefined;
}

export interface ReceiptCompany {
  name: string;
  code: string;
  uuid: string;
  /** The company's default language, if it has named one. */
  language?: string | undefined;
}

/** What the names of a receipt are made of: a position's page. */
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

/** Whether a text can be the id of a receipt. */
export const isReceiptId = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** A short number to quote, such as "7KQF-2M9X". */
export const receiptNumber = (id: string): string =>
  formatReceiptNumber(
    Uint8Array.from(id.slice(0, 10).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)),
  );

/** The beginning of a receipt's id, from its number; "none" if it is no number. */
export const receiptPrefix = (number: string): string =>
  receiptHashPrefix(number.toUpperCase()) ?? "none";
