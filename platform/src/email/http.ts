import { cancelBody } from "~/contract/http";
import type { Message } from "./email";
import { createFailure, type Failure } from "./failure";
import type { HttpSettings } from "./settings";

const TIMEOUT_MS = 10_000;

/**
 * Sends an email with an HTTP call in the format of Resend (docs/notifications.md). Returns undefined if it was
 * accepted.
 */
export async function sendByHttp(
  { url, token, from }: HttpSettings,
  { to, fromName, replyTo, isByPerson = false, subject, text, html, messageId }: Message,
): Promise<Failure | undefined> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Puerta/1",
        "Idempotency-Key": messageId,
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({
        from: fromName === undefined ? from : `${quoteName(fromName)} <${from}>`,
        to: [to],
        ...(replyTo !== undefined && { reply_to: replyTo }),
        subject,
        text,
        ...(html !== undefined && { html }),
        headers: {
          "Message-ID": `<${messageId}>`,
          ...(!isByPerson && { "Auto-Submitted": "auto-generated" }),
        },
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    return createFailure(isTimeout ? "timeout" : "unreachable");
  }
  await cancelBody(response);
  return response.ok ? undefined : createFailure(reasonOf(response.status), response.status);
}

function reasonOf(status: number) {
  if (status === 401) return "password";
  if (status === 403) return "sender";
  // The provider does not accept this message. Another attempt with the same message would not change that.
  if (status === 400 || status === 413 || status === 422) return "message";
  return status === 429 || status >= 500 ? "later" : "other";
}

/** Returns a display name as a quoted string (RFC 5322, section 3.2.4). */
const quoteName = (name: string) => `"${name.replace(/["\\]/g, "\\$&")}"`;
