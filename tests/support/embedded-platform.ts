import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { addExamples, ADMIN_SECRET, readExamples } from "./examples";
import { loadMiniflare } from "./miniflare";
import { bundlePlatform, createTables } from "./platform-worker";
import { TEST_API_KEY } from "./site";

/**
 * Runs the embedded platform in workerd with the example companies.
 *
 * @param options.emailTo the addresses that the binding `EMAIL` accepts. By default, the platform has no such binding
 */
export async function startEmbeddedPlatform({
  vars = {},
  emailTo,
}: { vars?: Record<string, string>; emailTo?: string[] } = {}) {
  const log: string[] = [];
  const emails: string[] = [];
  const { Log, Miniflare } = loadMiniflare();
  class RecordedLog extends Log {
    override log(message: string) {
      emails.push(message);
    }
  }
  const server = new Miniflare({
    log: new RecordedLog(),
    host: "127.0.0.1",
    port: 0,
    cf: false,
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      for (const input of [stdout, stderr]) {
        createInterface({ input }).on("line", (line) => log.push(line));
      }
    },
    modules: [{ type: "ESModule", path: "index.js", contents: await bundlePlatform() }],
    compatibilityDate: "2026-04-01",
    bindings: { API_KEY: TEST_API_KEY, ADMIN_SECRET, ...vars },
    d1Databases: ["DB"],
    r2Buckets: ["CVS"],
    unsafeTriggerHandlers: true,
    ...(emailTo && {
      email: { send_email: [{ name: "EMAIL", allowed_destination_addresses: emailTo }] },
    }),
  });
  const url = (await server.ready).origin;
  const DB = await server.getD1Database("DB");
  const CVS = await server.getR2Bucket("CVS");
  await createTables(DB);
  await addExamples(url, ADMIN_SECRET);
  await DB.exec("DELETE FROM desk_log");
  const companies = await readExamples();
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${url}/api/v1/${path}`, { headers: { "X-Api-Key": TEST_API_KEY }, ...init });
  return {
    apiKey: TEST_API_KEY,
    url,
    call,
    log,
    /** Miniflare's log, which includes the emails that the platform has sent. */
    emails,
    DB,
    CVS,
    companies,
    stop: () => server.dispose(),
    async rows<Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> {
      return (
        await DB.prepare(sql)
          .bind(...values)
          .all<Row>()
      ).results;
    },
    /** Runs a cron trigger with this scheduled time. @returns whether the trigger succeeded */
    async runCron(time: number, cron: string) {
      const query = new URLSearchParams({ cron, time: String(time) });
      const answer = await fetch(`${url}/cdn-cgi/handler/scheduled?${query.toString()}`);
      return (await answer.text()) === "ok";
    },
    /** Sends an application to a position without questions and returns the response's status. */
    async apply(
      client: string,
      position: string,
      phone: string,
      cv?: string,
      key?: string,
    ): Promise<number> {
      const read = await call(`hiring/positions/${position}`);
      const { csrf_token } = await read.json<{ csrf_token: string }>();
      const body = new FormData();
      for (const [name, value] of Object.entries({
        first_name: "Ana",
        last_name: "Secreta",
        phone,
        privacy_policy: "true",
        csrf_access_token: csrf_token,
      }))
        body.set(name, value);
      if (cv !== undefined) body.set("cv", new Blob([cv]), "ana-secreta.pdf");
      const path = `hiring/${client}/positions/${position}/apply`;
      const headers = { "X-Api-Key": TEST_API_KEY, ...(key && { "Idempotency-Key": key }) };
      return (await call(path, { method: "POST", body, headers })).status;
    },
  };
}

export type EmbeddedPlatform = Awaited<ReturnType<typeof startEmbeddedPlatform>>;
