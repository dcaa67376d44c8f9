import { addExamples, ADMIN_SECRET, readExamples } from "./examples";
import { loadMiniflare, serverOptions } from "./miniflare";
import { bundlePlatform, createTables, PLATFORM_DATES } from "./platform-worker";
import { TEST_API_KEY } from "./site";
import { TEST_CA } from "./smtp-server";

/**
 * Runs the embedded platform in workerd with the example companies.
 *
 * @param options.emailTo the addresses that the binding `EMAIL` accepts. By default, the platform has no such binding
 */
export async function startEmbeddedPlatform({
  vars = {},
  emailTo,
  persistTo,
  examples = true,
}: {
  vars?: Record<string, string>;
  emailTo?: string[];
  /** A folder for the database and the files. By default, they are deleted with the platform. */
  persistTo?: string;
  /** Whether to create the tables and add the example companies. */
  examples?: boolean;
} = {}) {
  const log: string[] = [];
  const emails: string[] = [];
  const { Log, Miniflare } = loadMiniflare();
  class RecordedLog extends Log {
    override log(message: string) {
      emails.push(message);
    }
  }
  const script = await bundlePlatform();
  const options = (changed: Record<string, string>) => ({
    log: new RecordedLog(),
    ...serverOptions(log),
    modules: [{ type: "ESModule" as const, path: "index.js", contents: script }],
    ...PLATFORM_DATES,
    bindings: { API_KEY: TEST_API_KEY, ADMIN_SECRET, ...vars, ...changed },
    d1Databases: ["DB"],
    r2Buckets: ["CVS"],
    unsafeTriggerHandlers: true,
    ...(persistTo !== undefined && { defaultPersistRoot: persistTo }),
    outboundService: {
      network: {
        allow: ["public", "private"],
        tlsOptions: { trustBrowserCas: true, trustedCertificates: [TEST_CA] },
      },
    },
    ...(emailTo && {
      email: { send_email: [{ name: "EMAIL", allowed_destination_addresses: emailTo }] },
    }),
  });
  const server = new Miniflare(options({}));
  let current = JSON.stringify({});
  const url = (await server.ready).origin;
  let DB = await server.getD1Database("DB");
  let CVS = await server.getR2Bucket("CVS");
  if (examples) {
    await createTables(DB);
    await addExamples(url, ADMIN_SECRET);
    await DB.exec("DELETE FROM desk_log");
  }
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
    get DB() {
      return DB;
    },
    get CVS() {
      return CVS;
    },
    companies,
    stop: () => server.dispose(),
    /** Calls the admin interface. */
    admin: (path: string, method = "GET", body?: unknown) =>
      fetch(`${url}/-/admin${path}`, {
        method,
        headers: { Authorization: `Bearer ${ADMIN_SECRET}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    /** Restarts the platform on the same port with the same data if these variables differ from the current ones. */
    async restart(changed: Record<string, string>) {
      if (JSON.stringify(changed) === current) return;
      current = JSON.stringify(changed);
      await server.setOptions({ ...options(changed), port: Number(new URL(url).port) });
      await server.ready;
      // The previous ones no longer work.
      DB = await server.getD1Database("DB");
      CVS = await server.getR2Bucket("CVS");
    },
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
      const response = await fetch(`${url}/cdn-cgi/handler/scheduled?${query.toString()}`);
      return (await response.text()) === "ok";
    },
    /** Sends an application to a position without questions and returns the response's status. */
    async apply(
      client: string,
      position: string,
      phone: string,
      cv?: string,
      key?: string,
      more: { fields?: Record<string, string>; headers?: Record<string, string> } = {},
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
        ...more.fields,
      }))
        body.set(name, value);
      if (cv !== undefined) body.set("cv", new Blob([cv]), "ana-secreta.pdf");
      const path = `hiring/${client}/positions/${position}/apply`;
      const headers = {
        "X-Api-Key": TEST_API_KEY,
        ...(key && { "Idempotency-Key": key }),
        ...more.headers,
      };
      return (await call(path, { method: "POST", body, headers })).status;
    },
  };
}

export type EmbeddedPlatform = Awaited<ReturnType<typeof startEmbeddedPlatform>>;
