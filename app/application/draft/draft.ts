import { isUploadPath } from "../../addresses";
import type { FieldErrors, NamedCv } from "../model/application";

/** What a file is known by, without reading it. */
type FileMarks = Pick<File, "name" | "size" | "lastModified">;

/** The CV of a draft: which file it is, where it goes up to, and whether the server has all of it. */
export interface DraftCv extends FileMarks {
  address?: string | undefined;
  isHeld: boolean;
  /** What the form says of it while it is held. */
  kept?: string | undefined;
}

/** A form that is not sent yet, as the browser keeps it for one position. */
export interface Draft {
  applicationId: string;
  /** When it was last changed, in ms since 1970. */
  at: number;
  /** When it was sent off, while no answer has come. */
  submittedAt?: number | undefined;
  /** What was typed and chosen, by field; a checked box is its value. */
  values: Record<string, string>;
  cv?: DraftCv | undefined;
  /** It is the form of a refused application: what the platform said of it. */
  corrects?: string | undefined;
  /** Why it was refused when it was sent last. */
  refusal?: DraftRefusal | undefined;
  /** It was received, and is only for the receipt to bring back. */
  isSent?: boolean | undefined;
}

/** What the form shows of a draft. */
export interface DraftView {
  applicationId: string;
  /** Whether something was brought back. */
  isRestored: boolean;
  /** The CV that the server still holds. */
  heldCv?: NamedCv | undefined;
  /** Whether there was a CV that neither the server nor the browser has any more. */
  isCvGone: boolean;
  /** The form corrects a refused application: what the platform said of it. */
  corrects?: string | undefined;
  /** Why it was refused before it was brought back. */
  refusal?: DraftRefusal | undefined;
}

/** The messages of a refusal: for single fields, and for the whole form. */
export interface DraftRefusal {
  errors: FieldErrors;
  message?: string | undefined;
}

/** For how many days a draft is kept, and one that was sent: until it is delivered or given up. */
const KEPT_DAYS = 7;
const SENT_KEPT_DAYS = 10;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The draft that a stored text is; undefined for one that is too old, or from the future. Throws
 * where the text is no JSON, or has nothing in a draft's or a CV's place.
 */
export function parseDraft(text: string, now: number): Draft | undefined {
  const value: unknown = JSON.parse(text);
  if (!isDraft(value)) return undefined;
  const days = value.isSent ? SENT_KEPT_DAYS : KEPT_DAYS;
  return value.at <= now && now - value.at < days * DAY_MS ? value : undefined;
}

/** The same for the same file, of which a form may hold another copy. */
export const fileKey = ({ name, size, lastModified }: FileMarks): string =>
  `${name}:${size}:${lastModified}`;

function isDraft(value: unknown): value is Draft {
  const {
    applicationId,
    at,
    values,
    submittedAt = 0,
    cv,
    corrects = "",
    refusal = { errors: {} },
  } = value as Partial<Record<keyof Draft, unknown>>;
  const { errors, message = "" } = refusal as Partial<Record<keyof DraftRefusal, unknown>>;
  return (
    typeof submittedAt === "number" &&
    typeof errors === "object" &&
    errors !== null &&
    /^[\w-]{16,64}$/.test(String(applicationId)) &&
    typeof at === "number" &&
    typeof values === "object" &&
    values !== null &&
    Object.values({ ...values, ...errors, message, applicationId, corrects }).every(
      (text) => typeof text === "string",
    ) &&
    (cv === undefined || isCv(cv))
  );
}

function isCv(value: unknown): value is DraftCv {
  const {
    name,
    size,
    lastModified,
    address,
    isHeld,
    kept = "",
  } = value as Partial<Record<keyof DraftCv, unknown>>;
  return (
    typeof name === "string" &&
    typeof kept === "string" &&
    typeof size === "number" &&
    typeof lastModified === "number" &&
    typeof isHeld === "boolean" &&
    (address === undefined || (typeof address === "string" && isUploadPath(address)))
  );
}
