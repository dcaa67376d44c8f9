import { afterEach, expect, test, vi } from "vitest";
import { checkSite } from "./site";

const URL_OF_SITE = "https://jobs.example";

/** What is found where the site answers `/-/health` and nothing else, and http answers this. */
async function verdicts(plain: () => Response) {
  vi.stubGlobal("fetch", async (url: URL) => {
    if (url.protocol === "http:") return plain();
    return url.pathname === "/-/health" ? Response.json({}) : new Response("", { status: 404 });
  });
  const secrets = { operatorSecret: "", adminSecret: "", purgeSecret: "" };
  const site = { url: URL_OF_SITE, ...secrets, position: "a-position" };
  const points = await checkSite(site, () => undefined);
  return Object.fromEntries(points.map(({ name, result, text }) => [name, `${result} ${text}`]));
}

afterEach(() => vi.unstubAllGlobals());

const leadsTo = (location: string) => () =>
  new Response(null, { status: 301, headers: { Location: location } });

test.each<[what: string, plain: () => Response, https: RegExp]>([
  ["a redirect", leadsTo(`${URL_OF_SITE}/`), /^ok/],
  ["a redirect elsewhere", leadsTo("https://parked.example/"), /^FAIL http:\/\/jobs.*Always Use/],
  ["a page", () => new Response("A page"), /^FAIL/],
])("%s over http", async (_, plain, https) => {
  const found = await verdicts(plain);
  expect(found.https).toMatch(https);
  expect(found.position).toMatch(/^FAIL \/company\/position\/a-position answers 404/);
  expect(found.headers).toBe('skip needs "position"');
  expect(found.health).toMatch(/^skip set OPERATOR_SECRET/);
});

test("an address that cannot be reached is the first point's fault", async () => {
  vi.stubGlobal("fetch", () =>
    Promise.reject(new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND") })),
  );
  const [first, ...others] = await checkSite(
    { url: URL_OF_SITE, operatorSecret: "", adminSecret: "", purgeSecret: "" },
    () => undefined,
  );
  expect(first?.result).toBe("FAIL");
  expect(first?.text).toMatch(/ENOTFOUND\. Are the address/);
  expect(new Set(others.map(({ result }) => result))).toEqual(new Set(["skip"]));
});
