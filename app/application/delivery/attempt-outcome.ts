import type { FieldError } from "~/contract/application";

/**
 * The outcome of an attempt. `message` and `errors` are plain text for the candidate.
 * - `unverified`: the platform returned a 2xx with an HTML body, such as a maintenance page.
 * - `unreachable`: the call failed or must be retried. `status` is missing if no complete response arrived.
 *   `isEarly`: the platform returned a 2xx before the whole body was sent.
 */
export type ApplyOutcome =
  | { outcome: "accepted" }
  | { outcome: "unverified"; status: number }
  | { outcome: "already-applied"; message?: string }
  | {
      outcome: "refused";
      status: number;
      message?: string;
      errors?: FieldError[];
      retryAfterMs?: number;
    }
  | {
      outcome: "unreachable";
      status?: number;
      retryAfterMs?: number;
      isTimeout?: true;
      isEarly?: true;
    };

/** Nothing was sent, because the files of `fields` are missing or damaged. */
export interface FilesLost {
  outcome: "file-gone";
  fields: string[];
  isDamaged: true;
}

/** Nothing was sent, because the stored form does not match its checksum. */
export interface FormDamaged {
  outcome: "form-damaged";
}

/** `unconfirmed`: the platform is up and returned a 2xx with an HTML page. */
export type AttemptOutcome =
  | Exclude<ApplyOutcome, { outcome: "unverified" }>
  | FilesLost
  | FormDamaged
  | { outcome: "unconfirmed" };
