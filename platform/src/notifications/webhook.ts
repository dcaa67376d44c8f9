// Webhooks that follow the Standard Webhooks specification (https://www.standardwebhooks.com).
import { Webhook } from "standardwebhooks";
import { applicationLink, composeChatText } from "./email";

const PLAIN_LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(?![^:/?#])/i;

/** Names that are not in the public DNS (RFC 6761, 6762, 7686 and 8375; ICANN's `internal`). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|home\.arpa|onion|invalid|test)$/;

/** An IPv4 address in a host name, with dots or dashes. Services such as nip.io resolve such names. */
const EMBEDDED_IPV4 = /(?<![^.-])(?=(\d+)[.-](\d+)[.-](\d+)[.-](\d+)(?![^.-]))/g;

/** Services that also resolve names with an IPv4 address in hexadecimal, or with an IPv6 address with dashes. */
const IP_NAME_SERVICE = /\.(nip|sslip)\.io$/;
const EMBEDDED_HEX_IPV4 = /(?<![^.-])(?=[0-9a-f]{8}\.)(..)(..)(..)(..)/g;
const DASHED_IPV6 = /--|([0-9a-f]{1,4}-){7}[0-9a-f]/;

/** Whether an IPv4 address is not on the public Internet (RFC 6890, except the blocks for documentation). */
const isPrivateIpv4 = ([a = 0, b = 0, c = 0]: number[]) =>
  [0, 10, 127].includes(a) ||
  (a === 100 && b >= 64 && b < 128) ||
  (a === 169 && b === 254) ||
  (a === 172 && b >= 16 && b < 32) ||
  (a === 192 && (b === 168 || (b === 0 && c === 0))) ||
  (a === 198 && (b === 18 || b === 19)) ||
  (a >= 224 && a < 256);

/** Whether a name contains a private IPv4 address, or any IPv6 address that `IP_NAME_SERVICE` resolves. */
function embedsPrivateAddress(name: string): boolean {
  const embeds = (pattern: RegExp, base: number) =>
    [...name.matchAll(pattern)].some(([, ...parts]) =>
      isPrivateIpv4(parts.map((part) => parseInt(part, base))),
    );
  if (embeds(EMBEDDED_IPV4, 10)) return true;
  return IP_NAME_SERVICE.test(name) && (DASHED_IPV6.test(name) || embeds(EMBEDDED_HEX_IPV4, 16));
}

/**
 * Finds the error in a webhook's URL. Returns the end of a sentence, or undefined if the URL is valid.
 *
 * The host must be this machine or have a public name. Other IP addresses are refused, to exclude private
 * addresses in every notation.
 */
export function findWebhookAddressError(address: string): string | undefined {
  if (!URL.canParse(address)) return "is not an address such as https://example.com/hook";
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== "" || password !== "") return "must not contain a user name or password";
  // Check the URL as typed, because `URL` parses 127.1, 0x7f.1 and 2130706433 as 127.0.0.1.
  const isThisMachine = PLAIN_LOOPBACK.test(address);
  if (isThisMachine && protocol === "http:") return undefined;
  if (protocol !== "https:")
    return "must begin with https:// (http:// works for this machine only)";
  if (isThisMachine) return undefined;
  const name = hostname.replace(/\.$/, "");
  if (name.startsWith("[") || /^[\d.]+$/.test(name))
    return "must have a host name, not an IP address";
  if (!name.includes(".") || PRIVATE_NAME.test(name) || embedsPrivateAddress(name)) {
    return "must be on the public Internet";
  }
  return undefined;
}

export const createSecret = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
};

/** A webhook's message. It contains ids of applications, but nothing that candidates entered. */
interface Message {
  /** The company's uuid, name and language. */
  client: string;
  company: string;
  language: string;
  /** The positions with new applications. Empty for a test. */
  positions: readonly { uuid: string; name: string; count: number }[];
  applications: readonly { id: string; position: string }[];
  /** Creation time of the notification, as an ISO date. */
  at: string;
  desk: string | undefined;
}

export function createBody(message: Message): string {
  const { client, company, language, positions, applications, at, desk } = message;
  const hasDesk = desk !== undefined && URL.canParse(desk);
  return JSON.stringify({
    type: positions.length > 0 ? "application.received" : "notification.test",
    timestamp: at,
    text: composeChatText(language, company, positions, applications, desk),
    data: {
      client,
      count: positions.reduce((sum, { count }) => sum + count, 0),
      positions,
      applications: applications.map(({ id, position }) => ({
        ...{ id, position },
        ...(hasDesk && { url: applicationLink(desk, id) }),
      })),
      ...(desk === undefined ? {} : { desk }),
    },
  });
}

interface WebhookCall {
  address: string;
  secret: string;
  /** The notification's id, which is the same for each attempt. */
  id: string;
  /** In ms since 1970. */
  now: number;
  body: string;
  timeoutMs: number;
}

/**
 * Calls a webhook once, without following redirects, and returns the response's status.
 *
 * @throws after a network error or a time-out
 */
export async function callWebhook(call: WebhookCall): Promise<number> {
  const { address, secret, id, now, body, timeoutMs } = call;
  const signedAt = new Date(now);
  const response = await fetch(address, {
    method: "POST",
    redirect: "manual",
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "Puerta-Webhooks/1",
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, signedAt, body),
    },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  return response.status;
}
