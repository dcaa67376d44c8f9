import { startFakeSystem, type Answer, type BoardRequest } from "./fake-system";

interface Worker {
  /** The form fields and files of each upload, by name. */
  uploads: Record<string, string>[];
  secrets: string[];
}

const ok = (result: unknown): Answer => ({
  status: 200,
  body: { success: true, result, errors: [], messages: [] },
});
const refuse = (code: number, message: string): Answer => ({
  status: 400,
  body: { success: false, result: null, errors: [{ code, message }], messages: [] },
});
const NO_WORKER = refuse(10007, "This Worker does not exist on your account.");

async function readForm(form: FormData | undefined): Promise<Record<string, string>> {
  const entries = [...(form ?? [])].map(async ([name, value]) => [
    name,
    typeof value === "string" ? value : await value.text(),
  ]);
  return Object.fromEntries(await Promise.all(entries)) as Record<string, string>;
}

/** Starts a fake of the parts of Cloudflare's API that `wrangler deploy` and `wrangler d1` call. */
export async function startFakeCloudflare(secrets: Record<string, string[]>) {
  const workers = new Map<string, Worker>(
    Object.entries(secrets).map(([name, names]) => [name, { uploads: [], secrets: names }]),
  );
  const migrations: string[] = [];
  const namespaces: { id: string; title: string }[] = [];

  function query(sql: string): Answer {
    if (sql.startsWith("SELECT name") && migrations.length === 0) {
      return refuse(7500, "no such table: d1_migrations: SQLITE_ERROR");
    }
    for (const [, name = ""] of sql.matchAll(
      /INTO d1_migrations \(name\)\s+values \('([^']+)'\)/gi,
    )) {
      migrations.push(name);
    }
    const results = sql.startsWith("SELECT") ? migrations.map((name, id) => ({ id, name })) : [];
    return ok([{ results, success: true, meta: {} }]);
  }

  async function answerWorker(name: string, part: string, request: BoardRequest) {
    const worker = workers.get(name);
    if (part === "secrets" && worker) {
      return ok(worker.secrets.map((secret) => ({ name: secret, type: "secret_text" })));
    }
    if (part === "assets-upload-session") return ok({ jwt: "a.b.c", buckets: [] });
    if (part === "versions" || (part === "" && request.method === "PUT")) {
      const upload = await readForm(request.form);
      workers.set(name, { secrets: [], ...worker, uploads: [...(worker?.uploads ?? []), upload] });
      const resources = { script: { etag: "an-etag" }, script_runtime: {} };
      return ok({ id: "a-version", startup_time_ms: 1, resources });
    }
    if (!worker || worker.uploads.length === 0) return NO_WORKER;
    if (part === "deployments" && request.method === "GET") {
      const versions = [{ version_id: "a-version", percentage: 100 }];
      const deployment = {
        id: "a-deployment",
        source: "wrangler",
        created_on: DEPLOYED_AT,
        versions,
      };
      return ok({ deployments: [deployment] });
    }
    if (part === "settings") {
      const kv = namespaces.map(({ id }) => ({
        ...{ type: "kv_namespace", name: "PAGES", namespace_id: id },
      }));
      return ok({ bindings: name === "puerta" ? kv : [] });
    }
    return ok({ enabled: true, schedules: [], script: { last_deployed_from: "wrangler" } });
  }

  const system = await startFakeSystem((request) => {
    const { path, method, json } = request;
    const [, name = "", part = ""] = /\/workers\/scripts\/([\w-]+)\/?([\w-]*)/.exec(path) ?? [];
    if (name !== "") return answerWorker(name, part, request);
    const [, service = "", environment] = /\/workers\/services\/([\w-]+)(.*)/.exec(path) ?? [];
    if (service !== "") {
      if (!workers.get(service)?.uploads.length) return NO_WORKER;
      const script = { last_deployed_from: "wrangler" };
      return ok(
        environment ? { script } : { default_environment: { environment: "production", script } },
      );
    }
    if (path.endsWith("/workers/scripts")) {
      const deployed = [...workers].filter(([, { uploads }]) => uploads.length > 0);
      return ok(deployed.map(([id]) => ({ id })));
    }
    if (path.endsWith("/query")) return query((json as { sql: string }).sql);
    if (path.includes("/storage/kv/namespaces")) {
      if (method !== "POST") return ok(/[?&]page=(?!1\b)/.test(path) ? [] : namespaces);
      const { title } = json as { title: string };
      if (namespaces.some((namespace) => namespace.title === title)) {
        return refuse(10014, "a namespace with this account ID and title already exists");
      }
      namespaces.push({ id: "f".repeat(32), title });
      return ok(namespaces.at(-1));
    }
    return ok(path.endsWith("/workers/subdomain") ? { subdomain: "acme" } : {});
  });
  return { ...system, workers, migrations, namespaces };
}

export const DEPLOYED_AT = "2026-11-30T10:00:00Z";
