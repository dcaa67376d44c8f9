import { afterEach, expect, test, vi } from "vitest";
import { checkSite } from "./site";

const url = "https://jobs.example";
const UNREACHABLE = new TypeError("fetch failed", { cause: new Error("ENOTFOUND") });

/** Checks a site that serves only `/-/health`. @param plain creates the response over plain http */
async function check(plain?: () => Response) {
  vi.stubGlobal("fetch", async ({ protocol, pathname }: URL) => {
    if (protocol === "http:") return plain?.() ?? Promise.reject(UNREACHABLE);
    if (pathname === "/-/health") return Response.json({});
    return new Response("", { status: 404 });
  });
  const secrets = { operatorSecret: "", adminSecret: "", purgeSecret: "" };
  const points = await checkSite({ url, ...secrets, position: "a-position" }, () => undefined);
  return Object.fromEntries(points.map(({ name, result, text }) => [name, `${result} ${text}`]));
}

afterEach(() => vi.unstubAllGlobals());

const redirect = (to: string) => new Response(null, { status: 301, headers: { Location: to } });

test.each<[what: string, plain: (() => Response) | undefined, https: RegExp]>([
  ["a redirect to https", () => redirect(`${url}/`), /^ok/],
  ["a redirect elsewhere", () => redirect("https://parked.example/"), /^FAIL .*Always Use/],
  ["a page without a redirect", () => new Response("A page"), /^FAIL/],
  ["no response", undefined, /^FAIL fetch failed: ENOTFOUND\. Are the address/],
])("checks a site whose http URL returns %s", async (_, plain, https) => {
  const found = await check(plain);
  expect(found.https).toMatch(https);
  expect(found.position).toMatch(/^FAIL \/company\/position\/a-position answers 404/);
  expect(found.headers).toBe('skip needs "position"');
  expect(found.health).toMatch(/^skip to check it, set OPERATOR_SECRET/);
});
