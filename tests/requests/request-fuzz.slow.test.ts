import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { desk } from "~/platform/src/desk/desk";
import { readAddressTable } from "../support/address-table";
import { DESK, startDeskSite, type DeskSite } from "../support/desk-site";
import { requestDesk, deskClient } from "../support/desk-client";
import { isLong, size } from "../support/size";

let site: DeskSite;
let session: string;
/** The id of an application that is visible at the desk. */
let application: string;
/** The id of another person's access to the desk. */
let colleague: string;

const POSITION = "ticket-office-assistant";
const SECRET = "secret-of-operators-for-tests";
const CONCURRENCY = 12;

beforeAll(async () => {
  site = await startDeskSite({ vars: { OPERATOR_SECRET: SECRET, PURGE_SECRET: SECRET } });
  const recruiter = deskClient(site);
  await recruiter.signIn(await site.createCode(site.findPosition(POSITION).company.uuid));
  session = recruiter.cookie;
  application = await site.apply(POSITION);
  await site.createCode(site.findPosition(POSITION).company.uuid, "Bea");
  const found = await site.db.prepare("SELECT id FROM desk_codes WHERE name = 'Bea'").first("id");
  colleague = String(found);
});
afterAll(() => site.stop());

/** Paths that intentionally return 5xx. */
const ERROR_SCREENS = /^\/(error|-\/maintenance)\/?$/i;

const ODD_PATHS = [
  ...["/%00", "/%09/", "/%0a", "/%0d%0a/", "/%1f", "/%7f/", "/%20/", "/%C2%85/", "/%E2%80%A8/"],
  ...["/%ED%A0%80", "/%ED%A0%80/a", "/%FF", "/%FF/%FE", "/%C3/a/b", "/%", "/%zz", "/%2/a", "/a/%"],
  ...[
    "//",
    "///",
    "//evil.example",
    "/\\evil.example",
    "/%5c%5cevil",
    "/%2F%2Fevil",
    "/.",
    "/..;/",
  ],
  ...["/a/..%2f..%2fadmin", "/%2e%2e/%2e%2e", "/a//b", "/%2d/csp", "/%2D/operator/applications"],
  ...["/-", "/-/", "/-/%00", "/-/%09/", "/-/%FF", "/-/applications/%00", "/-/applications/%FF/cv"],
  ...["/-/applications/a/cv/x", "/-/operator/applications/%00/retry"],
  ...[
    "/404.data",
    "/a/b/c.data",
    "/_root.data",
    "/.data",
    "/a/b/c/d/e/f",
    "/__proto__/constructor",
  ],
  ...["/%F0%9F%98%80/a", "/nu%CC%81%C3%B1ez/x", `/${"a".repeat(4000)}`, "/a/%ED%B0%80%ED%A0%80/b"],
  ...["/build/%00", "/build/nothing.js", "/favicon.ico", "/.well-known/security.txt", "/:a/:b/:c"],
];
const QUERIES = [
  ...["", "", "?lang=en", "?lang=%00", "?lang=__proto__", "?q=%FF%FE", "?q=%ED%A0%80&page=2"],
  ...["?page=999999", "?receipt=%00", "?receipt=a&receipt=b", "?_data=root", "?_routes=x&index"],
  ...["?position=%00&field=%FF", "?field=__proto__", "?%", "?%zz=%", "?a[]=1&a[b]=2", "?=&&=="],
  ...["??", "?done=__proto__&mark=toString", "?mark=new&page=0", "?next=//evil.example&done=ended"],
  `?q=${"(".repeat(2000)}`,
];
const METHODS = [
  ...["GET", "POST", "HEAD", "PUT", "GET", "PATCH", "POST", "DELETE", "OPTIONS", "PROPFIND"],
  ...["REPORT", "PURGE", "SEARCH"],
];
const MULTIPART = "multipart/form-data; boundary=x";
const URLENCODED = "application/x-www-form-urlencoded";
const PART = "--x\r\nContent-Disposition: form-data;";
const BODIES: [type: string, body: string][] = [
  ["text/plain", ""],
  [MULTIPART, `${PART} name="phone"\r\n\r\n%\r\n--x--`],
  [MULTIPART, "--x"],
  ["multipart/form-data", "--x--"],
  ["multipart/form-data; boundary=", "--\r\n"],
  [URLENCODED, "first_name=%ED%A0%80&token=%00&%=%"],
  ["application/json", "[null]"],
  ["application/json", "{"],
  ["application/csp-report", '{"csp-report":[]}'],
  ["application/offset+octet-stream", "abc"],
  ["text/plain; charset=utf-16", "\u0000"],
  [";;;", "a"],
  [URLENCODED, "token=a&token=b&token"],
  [`${URLENCODED}; charset=utf-7`, "&".repeat(5000)],
  ["Multipart/Form-Data; boundary=x; boundary=y", "--y\r\n\r\n\r\n--y--\r\n"],
  [MULTIPART, `${PART} name="token"; filename="a"\r\n\r\na\r\n--x--\r\n`],
  ["multipart/mixed; boundary=x", "--x\r\n\r\na\r\n--x--\r\n"],
];
const HEADERS: Record<string, string>[] = [
  {},
  { Origin: "own" },
  { Origin: "null", "Sec-Fetch-Site": "same-origin" },
  { Origin: "https://evil.example" },
  { Origin: "null" },
  { Origin: "own", Authorization: `Bearer ${SECRET}` },
  { Authorization: "Bearer wrong", "Accept-Language": "%, *;q=x, \u00ff" },
  { Origin: "own", "Tus-Resumable": "1.0.0", "Upload-Length": "10", "Upload-Offset": "-1" },
  { "If-None-Match": "*", "If-Modified-Since": "never", Range: "bytes=9-1" },
  { Cookie: "__Host-desk=%00; a; =", "X-Forwarded-Host": "evil.example, ::" },
  { "Content-Length": "0" },
  { Origin: "own", "X-Remix-Reload-Document": "1", Accept: "application/json" },
];

/** Lists all paths of the site and the desk, with an example for each route parameter. */
async function listAddresses(): Promise<{ host: string; path: string }[]> {
  const { company, position } = site.findPosition(POSITION);
  const examples: Record<string, string> = {
    clientSlug: company.code,
    clientUuid: company.uuid,
    companySlug: company.code,
    slug: POSITION,
    positionUuid: position.uuid,
    applicationId: "a".repeat(20),
    upload: "1",
    receiptId: "0".repeat(64),
    action: "retry",
  };
  const routes = (await readAddressTable()).map(
    ({ path }) => `/${path.replace(/:(\w+)/g, (all, name: string) => examples[name] ?? all)}`,
  );
  const others = [
    ...["/-/csp", "/robots.txt", "/sitemap.xml"],
    `/-/applications/${"a".repeat(20)}?position=${position.uuid}`,
    ...ODD_PATHS,
  ];
  const atDesk = [
    ...new Set(deskRoutes.map(({ path }) => deskPath(path))),
    ...["/positions", "/files.zip", "/applications.csv", "/%00", "/%09/", "/applications/%FF"],
    ...[`/positions/${application}`, `/applications/${position.uuid}`],
    ...[`/applications/${application}/files/cv`, `/applications/${application}/files/999`],
    ...["/applications/..%2f..", "//evil.example", "/%ED%A0%80", "/__proto__", "/%zz"],
  ];
  const { port } = new URL(site.url);
  return [
    ...[...routes, ...others].map((path) => ({ host: `jobs.localhost:${port}`, path })),
    ...atDesk.map((path) => ({ host: `${DESK}:${port}`, path })),
  ];
}

/** The desk's routes without its middleware. */
const deskRoutes = desk.routes.filter(({ path }) => path !== "/*");

/** Returns a desk route's path for the test's application, position, company or colleague. */
function deskPath(route: string): string {
  const { company, position } = site.findPosition(POSITION);
  const ids: Record<string, string> = { positions: position.uuid, companies: company.uuid };
  const id = ids[route.split("/")[1] ?? ""] ?? application;
  return route
    .replace(/:id\{[^/]*\}/, id)
    .replace(":who", colleague)
    .replace(/:index\{[^/]*\}/, "0");
}

interface FuzzRequest {
  host: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Sends a request without `fetch`, which would normalize the path. @returns the status, or 0 without a response */
const sendRequest = ({ host, method, path, headers, body }: FuzzRequest) =>
  new Promise<number>((resolve) => {
    const { hostname, port } = new URL(site.url);
    const sent = { ...headers, Host: host };
    const options = { agent: false, hostname, port, method, path, headers: sent };
    const outgoing = request(options, (answer) => {
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    });
    outgoing.once("error", () => resolve(0));
    outgoing.end(body);
  });

/** Returns the item at an index modulo the list's length. */
function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error("The list is empty");
  return item;
}

/** The number of requests per path. In the long run, the longest list's length, so that each item is used. */
const ROUNDS = size(
  5,
  Math.max(...[METHODS, BODIES, HEADERS, QUERIES].map(({ length }) => length)),
);

/** Builds a request. The lists have different lengths, so indexes lead to many combinations. */
function buildRequest({ host, path }: { host: string; path: string }, index: number): FuzzRequest {
  const method = pick(METHODS, index);
  const hasBody = method !== "GET" && method !== "HEAD";
  const [type, body] = pick(BODIES, index);
  const { Origin: origin, ...headers } = pick(HEADERS, index);
  const query = pick(QUERIES, index);
  return {
    host,
    method,
    path: path + (path.includes("?") ? query.replace("?", "&") : query),
    headers: {
      ...(host.startsWith(DESK) && { Cookie: session }),
      ...headers,
      ...(origin !== undefined && { Origin: origin === "own" ? `http://${host}` : origin }),
      ...(hasBody && { "Content-Type": type, "Content-Length": String(body.length) }),
    },
    body: hasBody ? body : "",
  };
}

/** Runs up to `CONCURRENCY` tasks at a time. */
async function runAll(tasks: (() => Promise<void>)[]) {
  const queue = tasks.values();
  const worker = async () => {
    for (const task of queue) await task();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

/** Finds log lines about errors in our code. */
const findErrors = (log: string[]) =>
  log.filter((line) => /Fault|Unexpected error|^The desk: |Uncaught/.test(line));

test("unusual requests do not cause an error at any path", async () => {
  const all = await listAddresses();
  const requests = all.flatMap((address, index) =>
    Array.from({ length: ROUNDS }, (_, round) => buildRequest(address, index * ROUNDS + round)),
  );
  const errors: string[] = [];
  const statuses = new Set<number>();
  const tasks = requests.map((sent) => async () => {
    const status = await sendRequest(sent);
    statuses.add(status);
    const isErrorScreen = ERROR_SCREENS.test(sent.path.replace(/\?.*/, ""));
    if (status !== 0 && (status < 500 || isErrorScreen)) return;
    const { method, host, path, headers } = sent;
    errors.push(`${status} ${method} ${host} ${path} ${JSON.stringify(headers)}`);
  });
  await runAll(tasks);
  expect(errors).toEqual([]);
  expect(findErrors(site.log)).toEqual([]);
  // Check that some requests passed the first checks.
  for (const status of [200, 204, 303, 400, 401, 403, 404, 405, 412]) {
    expect(statuses).toContain(status);
  }
});

const EDITED = { seen: "0.0", do: "draft" };

/**
 * A form for each path. The tests replace `CODE` with a sign-in code, `ID` with an application's id, and
 * `COMPANY` with the company's.
 */
const FORMS: Record<string, Record<string, string>> = {
  "/in": { code: "CODE", next: "/log" },
  "/out": {},
  "/applications/search": { search: "+34 600 000 001", sort: "name" },
  "/positions/search": { search: "Ana" },
  "/chosen/mark": { id: "ID", mark: "seen", back: "/applications?sort=name" },
  "/chosen/export": { id: "ID", kind: "zip", code: "CODE" },
  "/chosen/delete": { id: "ID", asked: "yes", code: "CODE" },
  "/sessions/end": { session: "others" },
  "/colleagues": { name: "Ana", email: "", company: "COMPANY", code: "CODE" },
  "/colleagues/:who": { code: "wrong" },
  "/companies/new": { name: "Baker", country: "GB", language_default: "en", description: "" },
  "/companies/edit": {
    ...EDITED,
    name: "Baker",
    accent: "#123456",
    "s0.title": "Us",
    "s0.text": "Hi",
  },
  "/companies/publish": { seen: "0.0" },
  "/companies/discard": {},
  "/positions/delete": { code: "wrong" },
  "/positions/edit": {
    ...EDITED,
    title: "Baker",
    country: "GB",
    "q0.label": "Why?",
    "q0.kind": "text",
  },
  "/positions/publish": { seen: "0.0" },
  "/positions/discard": {},
  "/positions/status": { status: "open" },
  "/positions/export": { kind: "zip", code: "CODE" },
  "/applications/mark": { mark: "seen" },
  "/applications/note": { note: "Call her" },
  "/applications/delete": { code: "CODE" },
  "/applications/reply": { kind: "own", language: "en", subject: "Hi", text: "Hi", do: "send" },
  "/companies/replies": { language: "en", reply_to: "", "received.subject": "Hi" },
};

/**
 * The statuses of forms that don't redirect: pages with a result, wrong codes, and actions reserved for
 * admins. An editor's form is outdated if one of the unusual forms was saved.
 */
const STATUSES: Record<string, number[]> = {
  ...{ "/chosen/export": [200], "/positions/export": [200], "/colleagues": [200] },
  ...{ "/colleagues/:who": [422], "/positions/delete": [422], "/companies/new": [404] },
  ...{ "/positions/edit": [303, 409], "/positions/publish": [303, 409] },
  ...{ "/companies/edit": [303, 409], "/companies/publish": [303, 409] },
};

const ODD_VALUES = [
  ...["", " ", "\u0000", "\u0085\u2028", "%", "%00", "\ufffd", "a\r\nSet-Cookie: a=b", "__proto__"],
  ...["toString", "'; DROP TABLE applications; --", '"]', "%_%", "😀".repeat(4001), "a@b", "a@b.c"],
  ...["1".repeat(15), "1".repeat(400), "-1", "NaN", "//evil.example", "/applications/%FF", "null"],
];

// A route appears once for each of its handlers.
const formPaths = new Set(
  deskRoutes.filter(({ method }) => method === "POST").map(({ path }) => path),
);
const formRoutes = [...formPaths].map((path) => ({
  path,
  name: path.replace(/\/:id\{[^/]*\}/, ""),
}));

test("FORMS contains every form of the desk", () => {
  expect(formRoutes.map(({ name }) => name).sort()).toEqual(Object.keys(FORMS).sort());
});

test.each(formRoutes)(
  "unusual forms with a valid token do not cause an error at $name",
  async (route) => {
    const code = await site.createCode(site.findPosition(POSITION).company.uuid);
    // Do not reuse connections, because the server might close a connection just when it is reused.
    const recruiter = deskClient(site, { Connection: "close" });
    await recruiter.signIn(code);
    application = await site.apply(POSITION);
    const form: Record<string, string> = { token: recruiter.token };
    for (const [field, value] of Object.entries(FORMS[route.name] ?? {})) {
      const { uuid } = site.findPosition(POSITION).company;
      form[field] = { CODE: code, ID: application, COMPANY: uuid }[value] ?? value;
    }
    const statuses: number[] = [];
    const post = async (
      changes: Record<string, string | string[]>,
      headers: Record<string, string> = {},
    ) => {
      const answer = await recruiter.post(deskPath(route.path), { ...form, ...changes }, headers);
      statuses.push(answer.status);
      if (route.name.startsWith("/applications/")) {
        // Render the stored values.
        statuses.push((await recruiter.get(`/applications/${application}`)).status);
      }
      return answer.status;
    };

    const fields = Object.keys(form).filter((field) => field !== "token");
    // The long run tries each value in each field, the short one each value in one field.
    const isTried = (value: number, field: number) => isLong || value % fields.length === field;
    const odd = fields.flatMap((field, fieldIndex) => [
      // Use different networks, because wrong codes are limited per network.
      ...ODD_VALUES.flatMap((value, index) =>
        isTried(index, fieldIndex)
          ? async () => {
              await post({ [field]: value }, { "CF-Connecting-IP": `203.0.113.${index}` });
            }
          : [],
      ),
      async () => {
        await post({ [field]: ["", "a", "b"] });
        statuses.push(await postAsFile(recruiter.cookie, deskPath(route.path), form, field));
      },
    ]);
    await runAll(odd);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    // Except at sign-in, 403 would mean that the form's token was refused.
    if (route.name !== "/in") expect(statuses).not.toContain(403);
    await site.db.prepare("DELETE FROM desk_guesses").run();
    expect(STATUSES[route.name] ?? [303]).toContain(await post({}));
    expect(findErrors(site.log)).toEqual([]);
  },
);

async function postAsFile(
  cookie: string,
  path: string,
  form: Record<string, string>,
  field: string,
): Promise<number> {
  const parts = Object.entries(form).map(([name, value]) => {
    const file = name === field ? '; filename="a"' : "";
    return `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  const headers = { Connection: "close", Cookie: cookie, "Content-Type": MULTIPART };
  const body = `${parts.join("")}--x--\r\n`;
  return (await requestDesk(site.url, path, { method: "POST", headers, body })).status;
}
