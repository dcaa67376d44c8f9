import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPlatform } from "./embedded-platform";
import { SMTP_LOGIN, startSmtpServer } from "./smtp-server";

const EACH_MINUTE = "* * * * *";

// A company and its position without questions. The position gets an email field here.
const FERRIES = "d52ac756-de6c-43a9-af52-3c79b8aadd40";
const TICKETS = "0f0230b8-5f38-4d1b-a0a2-70c7f6fe612c";

/**
 * Sends applications, retries them under their keys as the site does, and kills the platform meanwhile: some
 * kills hit an application, others an email that has just arrived. Then runs the cron trigger until no email waits.
 *
 * @param folder for the platform's data
 * @returns the email addresses of the accepted applications, and all emails that the server received
 */
export async function killWhileApplying(
  folder: string,
  { kills, applications }: { kills: number; applications: number },
) {
  const emails: { to: string; messageId: string }[] = [];
  const server = await startSmtpServer({
    async onEmail({ to, raw }) {
      emails.push({ to: to[0] ?? "", messageId: /^Message-ID: (.*)/im.exec(raw)?.[1] ?? "" });
      // Some kills happen between the arrival of an email and the server's reply.
      await sleep(200);
    },
  });
  const vars = {
    ...{ EMAIL_URL: server.url, EMAIL_FROM: "jobs@acme.example", EMAILS_PER_HOUR: "9999" },
    ...SMTP_LOGIN,
  };
  const start = (isFirst: boolean) =>
    startEmbeddedPlatform({ vars, persistTo: folder, examples: isFirst });
  let platform = await start(true);
  await platform.rows(
    `UPDATE positions SET asks = '{"fields":[{"id":"email","kind":"email"}]}' WHERE uuid = ?`,
    TICKETS,
  );
  const accepted: string[] = [];
  let next = 0;
  /** The number of applications that may be sent before the next kill. */
  let allowed = 0;

  async function applyAll() {
    for (let index = next++; index < applications; index = next++) {
      while (index >= allowed) await sleep(20);
      const address = `candidate-${index}@example.org`;
      const fields = JSON.stringify([{ id: "email", value: address }]);
      const phone = `+4474003${String(index).padStart(5, "0")}`;
      for (;;) {
        const status = await platform
          .apply(FERRIES, TICKETS, phone, "%PDF-1.4", `key-${index}`, { fields: { fields } })
          .catch(() => undefined);
        if (status === 201) break;
        await sleep(50);
      }
      accepted.push(address);
    }
  }

  async function killAll() {
    for (let killed = 0; killed < kills; killed += 1) {
      allowed = Math.floor(((killed + 1) * applications) / (kills + 1));
      const before = emails.length;
      const isDue = () =>
        killed % 2 === 0 ? accepted.length > allowed - 4 : emails.length > before;
      while (!isDue()) await sleep(20);
      // Miniflare stops workerd with SIGKILL.
      await platform.stop().catch(() => undefined);
      platform = await start(false);
    }
    allowed = applications;
  }

  await Promise.all([killAll(), ...[1, 2, 3, 4].map(applyAll)]);
  try {
    // Let interrupted attempts expire.
    for (let minutes = 0; ; minutes += 2) {
      const waiting = await platform.rows("SELECT 1 FROM confirmations WHERE due_at IS NOT NULL");
      if (waiting.length === 0) break;
      if (minutes > 600) throw new Error(`${waiting.length} confirmations still wait`);
      await platform.runCron(Date.now() + minutes * 60_000, EACH_MINUTE);
    }
  } finally {
    await platform.stop();
    await server.stop();
  }
  return { accepted, emails };
}
