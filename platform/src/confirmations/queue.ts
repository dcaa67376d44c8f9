import type { D1PreparedStatement } from "@cloudflare/workers-types";
import { EMAIL_FIELD, parseReceiptHeader } from "~/contract/application";
import { FALLBACK_LANGUAGE, matchLanguage, type Language } from "~/contract/languages";
import { HEADERS, type Suspicion } from "~/contract/lists";
import type { Answer } from "../answers";
import { toMailbox, toSendableAddress } from "../email/address";
import { canSendEmail } from "../email/settings";
import type { Env } from "../env";
import { hex } from "../secrets";
import type { Client, Position } from "../store";

/** How long the site shows a receipt by default, in ms. */
const RECEIPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Whether candidates who enter an address in this position's form get a confirmation, if emails can be sent. */
export const confirmsByEmail = ({ asks, facts }: Pick<Position, "asks" | "facts">): boolean =>
  facts.talks_back !== false && (asks.fields ?? []).some(isEmailField);

const isEmailField = ({ id, kind, section }: { id: string; kind: string; section?: unknown }) =>
  id === EMAIL_FIELD && kind === "email" && section !== "voluntary";

export interface ConfirmationRequest {
  language: Language;
  /** The receipt's id. Undefined if it is unknown. */
  receipt: string | undefined;
  receiptUntil: string | undefined;
}

/** Reads the page's language and the receipt's id and expiry from the site's headers. */
export async function readConfirmationRequest(
  { headers }: Request,
  { language_default }: Pick<Client, "language_default">,
): Promise<ConfirmationRequest> {
  const tag = headers.get("Accept-Language")?.split(/[,;]/)[0];
  const named = parseReceiptHeader(headers.get(HEADERS.receipt));
  const key = headers.get(HEADERS.idempotencyKey);
  return {
    language: matchLanguage(tag) ?? matchLanguage(language_default) ?? FALLBACK_LANGUAGE,
    // The receipt's id is the SHA-256 of the application's id.
    receipt: named?.id ?? (key === null ? undefined : await sha256(key)),
    receiptUntil: named?.until,
  };
}

const sha256 = async (text: string) =>
  hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));

/**
 * Returns a statement that queues the confirmation of an application if the application is stored. The caller runs it
 * in the transaction that stores the application. Returns undefined if the candidate gets none, because there is no
 * address or a bot filled in the form.
 */
export function confirmationStatement(
  env: Env,
  application: { id: string; answers: readonly Answer[]; suspicions: readonly Suspicion[] },
  position: Position,
  { language, receipt, receiptUntil }: ConfirmationRequest,
  now: number,
): D1PreparedStatement | undefined {
  if (application.suspicions.includes("honeypot")) return undefined;
  if (!confirmsByEmail(position) || !canSendEmail(env)) return undefined;
  const answer = application.answers.find(({ id }) => id === EMAIL_FIELD)?.value;
  const address = typeof answer === "string" ? toSendableAddress(answer) : undefined;
  if (address === undefined) return undefined;
  const at = new Date(now).toISOString();
  return env.DB.prepare(
    `INSERT INTO confirmations (id, application_id, client_uuid, position_uuid, address, mailbox, language,
       receipt, receipt_until, due_at, created_at)
     SELECT 'cnf_' || lower(hex(randomblob(16))), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9
     WHERE EXISTS (SELECT 1 FROM applications WHERE id = ?1)
     ON CONFLICT DO NOTHING`,
  ).bind(
    application.id,
    position.client_uuid,
    position.uuid,
    address,
    toMailbox(address),
    language,
    receipt ?? null,
    receiptUntil ?? new Date(now + RECEIPT_MS).toISOString(),
    at,
  );
}
