import type { Message } from "./email";
import { createFailure, type Failure, type Reason } from "./failure";
import type { SmtpSettings } from "./settings";

/** Time limits for a step and for the entire session, in ms. A Worker can run for 30 seconds after its response. */
const STEP_MS = 10_000;
const WHOLE_MS = 20_000;

/** Loaded when the first email is sent, because most requests send none. */
const load = async () => {
  const [net, tls, { default: SMTPConnection }, { default: MailComposer }] = await Promise.all([
    import("node:net"),
    import("node:tls"),
    import("nodemailer/lib/smtp-connection"),
    import("nodemailer/lib/mail-composer"),
  ]);
  return { net, tls, SMTPConnection, MailComposer };
};

type Libraries = Awaited<ReturnType<typeof load>>;

/** Sends an email over a new connection. Returns undefined if the server accepted it. */
export const sendBySmtp = (
  settings: SmtpSettings,
  message: Message,
): Promise<Failure | undefined> =>
  withSession(settings, async ({ MailComposer }, connection) => {
    const { from } = settings;
    const bytes = await new MailComposer(toMail(from, message)).compile().build();
    await run((done) => connection.send({ from, to: [message.to] }, bytes, done));
  });

/** Converts an email to nodemailer's format. */
export const toMail = (
  from: string,
  { to, fromName = "", replyTo, isByPerson = false, subject, text, html, messageId }: Message,
) => ({
  // Objects, because strings would be parsed as lists of addresses.
  from: { name: fromName, address: from },
  to: { name: "", address: to },
  ...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
  subject,
  text,
  ...(html !== undefined && { html }),
  messageId: `<${messageId}>`,
  headers: isByPerson ? {} : { "Auto-Submitted": "auto-generated" },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** Connects and signs in, without sending an email. */
export const trySmtp = (settings: SmtpSettings): Promise<Failure | undefined> =>
  withSession(settings, () => Promise.resolve());

type Connection = InstanceType<Libraries["SMTPConnection"]>;
type Callback = (error?: Error | null) => void;

const run = (start: (done: Callback) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    start((error) => {
      if (error) reject(error);
      else resolve();
    });
  });

/** Opens an encrypted connection, signs in, and runs `work`. Returns the failure of any step. */
async function withSession(
  settings: SmtpSettings,
  work: (libraries: Libraries, connection: Connection) => Promise<void>,
): Promise<Failure | undefined> {
  const { host, port, isSecure, user, password, from } = settings;
  const libraries = await load();
  let connection: Connection | undefined;
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const timer = setTimeout(() => {
    fail(Object.assign(new Error("The time limit has passed"), { code: "ETIMEDOUT" }));
  }, WHOLE_MS);
  const session = async () => {
    const socket = await openSocket(settings, libraries);
    const opened = new libraries.SMTPConnection({
      connection: socket,
      ...{ host, port, secure: isSecure, secured: isSecure, requireTLS: !isSecure },
      // The name in EHLO. Some servers refuse names without a dot.
      name: from.split("@").at(-1) ?? host,
      ...{ connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS },
    });
    connection = opened;
    opened.on("error", (error: Error) => {
      fail(error);
    });
    await run((done) => opened.connect(done));
    if (user !== undefined && password !== undefined) {
      await run((done) => opened.login({ user, pass: password }, done));
    }
    await work(libraries, opened);
    opened.quit();
  };
  try {
    await Promise.race([session(), failed]);
    return undefined;
  } catch (error) {
    if (!connection) return createFailure(await findOpenReason(settings, libraries));
    // The server agreed to STARTTLS, and then nothing came through the encrypted connection.
    const { upgrading, secure, lastServerResponse } = connection;
    const hasAgreed =
      !isSecure && (upgrading || secure) && String(lastServerResponse).startsWith("220");
    connection.close();
    return toFailure(error, hasAgreed);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Opens a connection, with TLS if `isSecure` is set. If nodemailer opened it, nodemailer would look up the host's
 * addresses over HTTPS.
 */
function openSocket({ host, port, isSecure }: SmtpSettings, { net, tls }: Libraries) {
  const socket = isSecure
    ? tls.connect({ host, port, servername: host })
    : net.connect({ host, port });
  // nodemailer adds a listener per command.
  socket.setMaxListeners(50);
  return new Promise<typeof socket>((resolve, reject) => {
    socket.once("error", reject);
    socket.once(isSecure ? "secureConnect" : "connect", () => {
      socket.removeListener("error", reject);
      resolve(socket);
    });
  });
}

/**
 * Determines why no connection was opened. The runtime reports the same error for an unreachable server and for an
 * invalid certificate.
 */
async function findOpenReason(settings: SmtpSettings, libraries: Libraries): Promise<Reason> {
  if (!settings.isSecure) return "unreachable";
  try {
    const socket = await openSocket({ ...settings, isSecure: false }, libraries);
    socket.destroy();
    return "certificate";
  } catch {
    return "unreachable";
  }
}

/** The properties of nodemailer's errors. Their messages can contain addresses. */
interface SmtpError {
  code?: string;
  command?: string;
  responseCode?: number;
}

function toFailure(error: unknown, hasAgreedToTls: boolean): Failure {
  const {
    code = "",
    command = "",
    responseCode,
  }: SmtpError = error instanceof Error ? (error as SmtpError) : {}; // All properties are optional.
  if (hasAgreedToTls && code === "ESOCKET") return createFailure("certificate");
  if (code === "ETIMEDOUT") return createFailure("timeout");
  if (code === "ETLS") return createFailure("no-tls", responseCode);
  if (responseCode === undefined) {
    return createFailure(/^(EAUTH|ENOAUTH)$/.test(code) ? "password" : "unreachable", code);
  }
  if (responseCode < 500) return createFailure("later", responseCode);
  return createFailure(refusedReason(code, command, responseCode), responseCode);
}

function refusedReason(code: string, command: string, responseCode: number): Reason {
  // 530: the server requires a user name and password.
  if (/^(EAUTH|ENOAUTH)$/.test(code) || responseCode === 530) return "password";
  if (code === "EENVELOPE") return command === "RCPT TO" ? "recipient" : "sender";
  return code === "EMESSAGE" ? "message" : "other";
}
