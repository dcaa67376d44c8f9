import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

const read = (name: string) =>
  readFileSync(new URL(`../fixtures/certificates/${name}`, import.meta.url), "utf8");

/** The authority that signs the servers' certificates. Platforms trust it with `trustedCertificates`. */
export const TEST_CA = read("ca.pem");

export const SMTP_LOGIN = { EMAIL_USER: "jobs", EMAIL_PASSWORD: "right" };

export interface ReceivedEmail {
  from: string;
  to: string[];
  /** The user who signed in. */
  user: string | undefined;
  isEncrypted: boolean;
  helo: string;
  /** The full message, including its headers. */
  raw: string;
}

interface Options {
  /** The name in the server's certificate. */
  name?: "localhost" | "other.example";
  /** Whether TLS starts with the connection, as on port 465. */
  isSecure?: boolean;
  /** Whether the server offers STARTTLS. */
  hasStartTls?: boolean;
  port?: number;
  /** Called with each received email before the server accepts it. */
  onEmail?: (email: ReceivedEmail) => Promise<void> | void;
}

/**
 * Runs an SMTP server that requires a login on loopback. It refuses recipients that begin with `refused`, and
 * temporarily refuses those that begin with `later`.
 */
export async function startSmtpServer({
  name = "localhost",
  isSecure = false,
  hasStartTls = true,
  port = 0,
  onEmail,
}: Options = {}) {
  const received: ReceivedEmail[] = [];
  /** User names of all login attempts, including refused ones. */
  const logins: string[] = [];
  const server = new SMTPServer({
    key: read(`${name}.key`),
    cert: read(`${name}.pem`),
    secure: isSecure,
    ...(!hasStartTls && { disabledCommands: ["STARTTLS"], allowInsecureAuth: true }),
    onAuth({ username = "", password }, _, done) {
      logins.push(username);
      if (password === SMTP_LOGIN.EMAIL_PASSWORD) done(null, { user: username });
      else done(new Error("Invalid login"));
    },
    onRcptTo({ address }, _, done) {
      const status = /^(refused|later)/.exec(address)?.[1];
      const responseCode = status === "refused" ? 550 : 451;
      if (status === undefined) done();
      else done(Object.assign(new Error("Not taken"), { responseCode }));
    },
    onData(stream, { envelope, user, secure, hostNameAppearsAs }, done) {
      const receive = async () => {
        const raw = await text(stream);
        const from = envelope.mailFrom ? envelope.mailFrom.address : "";
        const to = envelope.rcptTo.map(({ address }) => address);
        const email: ReceivedEmail = {
          from,
          to,
          user: user as string,
          isEncrypted: secure,
          helo: hostNameAppearsAs,
          raw,
        };
        await onEmail?.(email);
        received.push(email);
      };
      receive().then(
        () => done(),
        (error: unknown) => done(error as Error),
      );
    },
  });
  // Ignore connections that a platform closes, for example because it refuses the certificate.
  server.on("error", () => undefined);
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address() as AddressInfo; // listens on a port
  return {
    url: `${isSecure ? "smtps" : "smtp"}://localhost:${address.port}`,
    port: address.port,
    received,
    logins,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
