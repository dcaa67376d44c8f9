import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressTable } from "../support/address-table";
import { DESK, startDeskSite, type DeskSite } from "../support/desk-site";
import { visitor } from "../support/desk-visitor";

let site: DeskSite;
/** A company's session at the desk. */
let session: string;
/** An application that the desk has. */
let application: string;

const POSITION = "ticket-office-assistant";
const SECRET = "secret-of-operators-for-tests";
/** Requests to each address, and how many are under way at a time. */
const ROUNDS = 14;
const AT_ONCE = 12;

beforeAll(async () => {
  site = await startDeskSite({ vars: { OPERATOR_SECRET: SECRET, PURGE_SECRET: SECRET } });
  const recruiter = visitor(site);
  await recruiter.signIn(await site.phrase(site.positionOf(POSITION).company.uuid));
  session = recruiter.cookie;
  application = await site.apply(POSITION);
});
afterAll(() => site.stop());

/** Addresses that answer 5xx by design. */
const SCREENS = /^\/(error|-\/maintenance)\/?$/i;

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
  ...["/-/applications/a/cv/x", "/-/operator/applications/%00/retry", "/-/started/%00/%00"],
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
  ...[
    "?position=%00&field=%FF",
    "?field=__proto__",
    "?%",
    "?%zz=%",
    "?a[]=1&a[b]=2",
    "?=&&==",
    "??",
  ],
  `?q=${"(".repeat(2000)}`,
];
const METHODS = [
  ...["GET", "POST", "HEAD", "PUT", "GET", "PATCH", "POST", "DELETE", "OPTIONS", "PROPFIND"],
  ...["REPORT", "PURGE", "SEARCH"],
];
const BODIES: { type: string; body: string }[] = [
  { type: "text/plain", body: "" },
  {
    type: "multipart/form-data; boundary=x",
    body: '--x\r\nContent-Disposition: form-data; name="phone"\r\n\r\n%\r\n--x--',
  },
  { type: "multipart/form-data; boundary=x", body: "--x" },
  { type: "multipart/form-data", body: "--x--" },
  { type: "multipart/form-data; boundary=", body: "--\r\n" },
  { type: "application/x-www-form-urlencoded", body: "first_name=%ED%A0%80&token=%00&%=%" },
  { type: "application/json", body: "[null]" },
  { type: "application/json", body: "{" },
  { type: "application/csp-report", body: '{"csp-report":[]}' },
  { type: "application/offset+octet-stream", body: "abc" },
  { type: "text/plain; charset=utf-16", body: "\u0000" },
  { type: ";;;", body: "a" },
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

/** The site's addresses, with an example for each parameter of a route, and the desk's. */
async function addresses(): Promise<{ host: string; path: string }[]> {
  const { company, position } = site.positionOf(POSITION);
  const examples: Record<string, string> = {
    clientSlug: company.code,
    clientUuid: company.uuid,
    companySlug: company.code,
    slug: POSITION,
    positionUuid: position.uuid,
    applicationId: "a".repeat(20),
    upload: "1",
    receiptId: "0".repeat(64),
    deed: "retry",
  };
  const routes = (await addressTable()).map(
    ({ path }) => `/${path.replace(/:(\w+)/g, (all, name: string) => examples[name] ?? all)}`,
  );
  const others = [
    ...["/-/csp", "/robots.txt", "/sitemap.xml", `/-/started/${company.uuid}/${position.uuid}`],
    `/-/applications/${"a".repeat(20)}?position=${position.uuid}`,
    ...ODD_PATHS,
  ];
  const desk = [
    ...[
      "/",
      "/in",
      "/out",
      "/log",
      "/positions",
      "/files.zip",
      "/applications.csv",
      "/%00",
      "/%09/",
    ],
    ...[
      `/applications/${application}`,
      `/applications/${application}/files/cv`,
      "/applications/%FF",
    ],
    ...[
      "/applications/..%2f..",
      "//evil.example",
      "/%ED%A0%80",
      "/__proto__",
      "/style.css",
      "/%zz",
    ],
  ];
  const { port } = new URL(site.url);
  return [
    ...[...routes, ...others].map((path) => ({ host: `jobs.localhost:${port}`, path })),
    ...desk.map((path) => ({ host: `${DESK}:${port}`, path })),
  ];
}

interface Asked {
  host: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** The status of an answer, 0 if the connection was cut. `fetch` would normalise the path. */
const statusOf = ({ host, method, path, headers, body }: Asked) =>
  new Promise<number>((resolve) => {
    const { hostname, port } = new URL(site.url);
    const sent = { ...headers, Host: host };
    const asking = request(
      { agent: false, hostname, port, method, path, headers: sent },
      (answer) => {
        answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
      },
    );
    asking.once("error", () => resolve(0));
    asking.end(body);
  });

/** A list's item at an index, however large. */
function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error("The list is empty");
  return item;
}

/** One request to each address. Each round pairs it with another method, body, origin and query. */
const roundOf = (all: { host: string; path: string }[], round: number) =>
  all.map(({ host, path }, index): Asked => {
    const method = pick(METHODS, index + round);
    const hasBody = method !== "GET" && method !== "HEAD";
    const { type, body } = pick(BODIES, index + 5 * round);
    const { Origin: origin, ...headers } = pick(HEADERS, index + 7 * round);
    const query = pick(QUERIES, index + 3 * round);
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
  });

test("requests of all kinds to all addresses cause no fault", async () => {
  const all = await addresses();
  const asked = Array.from({ length: ROUNDS }, (_, round) => roundOf(all, round)).flat();
  expect(asked.length).toBeGreaterThan(1400);
  const faults: string[] = [];
  const answered = new Set<number>();
  const left = asked.values();
  const askOn = async () => {
    for (const one of left) {
      const status = await statusOf(one);
      answered.add(status);
      const isScreen = SCREENS.test(one.path.replace(/\?.*/, ""));
      if (status !== 0 && (status < 500 || isScreen)) continue;
      faults.push(`${status} ${one.method} ${one.host} ${one.path} ${JSON.stringify(one.headers)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  expect(faults).toEqual([]);
  expect(site.log.filter((line) => line.includes("Fault"))).toEqual([]);
  // It got past the door, too.
  for (const status of [200, 204, 303, 400, 401, 403, 404, 405, 412]) {
    expect(answered).toContain(status);
  }
});
