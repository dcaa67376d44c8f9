import * as z from "zod";
import type { Env } from "../env";

interface Sender {
  /** The address in `From`, to which replies and bounces go. */
  from: string;
}

export interface SmtpSettings extends Sender {
  kind: "smtp";
  host: string;
  port: number;
  /** Whether TLS starts with the connection. Otherwise STARTTLS is required. */
  isSecure: boolean;
  user: string | undefined;
  password: string | undefined;
}

export interface HttpSettings extends Sender {
  kind: "http";
  url: string;
  token: string | undefined;
}

/** `cloudflare` is the binding `EMAIL`. The catcher stores emails in the database instead of sending them. */
export type EmailSettings =
  | SmtpSettings
  | HttpSettings
  | (Sender & { kind: "cloudflare" | "catcher" });

type EmailVariables = Pick<
  Env,
  "EMAIL" | "EMAIL_FROM" | "EMAIL_URL" | "EMAIL_USER" | "EMAIL_PASSWORD"
>;

const DEFAULT_PORTS: Record<string, number> = { "smtps:": 465, "smtp:": 587 };

const PLAIN_LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?![^:/?#])/i;

/** Sender of the catcher, which sends nothing. */
const CATCHER_SENDER = "jobs@example.com";

/** Reads how to send emails. Returns undefined if nothing is set, and an error if the variables are invalid. */
export function readEmailSettings(
  env: EmailVariables,
): EmailSettings | { error: string } | undefined {
  const { EMAIL, EMAIL_URL: address = "", EMAIL_USER: user, EMAIL_PASSWORD: password } = env;
  if (address === "" && !EMAIL) return undefined;
  const isCatcher = address === "catcher:";
  const { EMAIL_FROM: from = isCatcher ? CATCHER_SENDER : "" } = env;
  if (from === "") return { error: "EMAIL_FROM is missing" };
  if (!z.email().safeParse(from).success) return { error: "EMAIL_FROM is not an email address" };
  if (isCatcher) return { kind: "catcher", from };
  if (address === "") return { kind: "cloudflare", from };

  if (!URL.canParse(address)) return { error: "EMAIL_URL is not an address" };
  const { protocol, hostname, port, username, password: typed } = new URL(address);
  if (username !== "" || typed !== "") {
    return { error: "EMAIL_URL must not contain a password: use EMAIL_USER and EMAIL_PASSWORD" };
  }
  if (protocol === "https:" || PLAIN_LOOPBACK.test(address)) {
    return { kind: "http", from, url: address, token: password };
  }
  const usual = DEFAULT_PORTS[protocol];
  if (usual === undefined || hostname === "") {
    return { error: "EMAIL_URL must begin with smtps://, smtp:// or https://" };
  }
  if (port === "25") return { error: "EMAIL_URL has port 25, which Workers cannot open" };
  if ((user === undefined) !== (password === undefined)) {
    return { error: "EMAIL_USER and EMAIL_PASSWORD belong together" };
  }
  return {
    kind: "smtp",
    from,
    host: hostname,
    port: port === "" ? usual : Number(port),
    isSecure: protocol === "smtps:",
    user,
    password,
  };
}

export const canSendEmail = (env: EmailVariables): boolean => {
  const settings = readEmailSettings(env);
  return settings !== undefined && !("error" in settings);
};

/** Describes the settings for the operator and the desk. Contains no user name, password or path. */
export function describeSettings(settings: EmailSettings): string {
  switch (settings.kind) {
    case "smtp":
      return `SMTP ${settings.host}:${settings.port}`;
    case "http":
      return new URL(settings.url).origin;
    case "cloudflare":
      return "Cloudflare";
    case "catcher":
      return "catcher";
  }
}
