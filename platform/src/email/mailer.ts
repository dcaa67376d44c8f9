import { removeOverrides } from "~/contract/text";
import type { Env } from "../env";
import { storeCaughtEmail } from "./catcher";
import type { Email, Message } from "./email";
import { createFailure, type Failure } from "./failure";
import { sendByHttp } from "./http";
import { readEmailSettings, type EmailSettings } from "./settings";
import { sendBySmtp, trySmtp } from "./smtp";

/** Maximum number of characters in a subject or a sender's name. */
const MAX_HEADER_CHARACTERS = 200;

/** Returns the settings, or the reason why no email can be sent. */
export function requireSettings(env: Env): EmailSettings | Failure {
  const settings = readEmailSettings(env);
  if (settings === undefined) return createFailure("settings", "EMAIL_URL and EMAIL are missing");
  return "error" in settings ? createFailure("settings", settings.error) : settings;
}

/** Sends an email once. Returns undefined if it was accepted. Does not throw. */
export async function sendEmail(env: Env, email: Email): Promise<Failure | undefined> {
  const settings = requireSettings(env);
  if ("reason" in settings) return settings;
  const { fromName, ...rest } = email;
  const message = {
    ...rest,
    subject: toHeader(email.subject),
    ...(fromName !== undefined && { fromName: toHeader(fromName) }),
    messageId: `${email.id}@${settings.from.split("@").at(-1) ?? ""}`,
  };
  switch (settings.kind) {
    case "smtp":
      return sendBySmtp(settings, message);
    case "http":
      return sendByHttp(settings, message);
    case "cloudflare":
      return sendByCloudflare(env, settings.from, message);
    case "catcher":
      await storeCaughtEmail(env, message);
      return undefined;
  }
}

/** Tests the settings as far as possible without sending an email. */
export async function tryEmailSettings(env: Env): Promise<Failure | undefined> {
  const settings = requireSettings(env);
  if ("reason" in settings) return settings;
  return settings.kind === "smtp" ? trySmtp(settings) : undefined;
}

/**
 * Makes text safe for a header: one line, without control characters and direction overrides. The libraries also
 * remove line breaks.
 */
const toHeader = (text: string): string =>
  [...removeOverrides(text).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")]
    .slice(0, MAX_HEADER_CHARACTERS)
    .join("")
    .trim();

async function sendByCloudflare(
  { EMAIL }: Env,
  from: string,
  { to, fromName, replyTo, subject, text, html, messageId }: Message,
): Promise<Failure | undefined> {
  try {
    await EMAIL?.send({
      from: fromName === undefined ? from : { email: from, name: fromName },
      to,
      ...(replyTo !== undefined && { replyTo }),
      subject,
      text,
      ...(html !== undefined && { html }),
      // Cloudflare sets `Message-ID` itself, and accepts only headers such as this one.
      headers: { "X-Puerta-Message": messageId },
    });
    return undefined;
  } catch (error) {
    // The error's message could contain the address.
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return createFailure(cloudflareReason(code), code);
  }
}

function cloudflareReason(code: string) {
  if (code.includes("RECIPIENT")) return "recipient";
  if (code.includes("SENDER")) return "sender";
  if (/RATE|LIMIT|INTERNAL/.test(code)) return "later";
  return /VALIDATION|CONTENT|HEADER|FIELD/.test(code) ? "message" : "other";
}
