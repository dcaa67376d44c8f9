import { expect, test, vi } from "vitest";
import { desk } from "./desk";

const COOKIE = `__Host-desk=${"0".repeat(64)}`;

type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

/** Creates a desk with a database that throws. By default, its rate limiter refuses all requests. */
function createDesk(limit = () => Promise.resolve({ success: false })) {
  const prepare = vi.fn(() => {
    throw new Error("D1 was queried");
  });
  const counter = vi.fn(limit);
  const env = { DB: { prepare }, DESK_LIMIT: { limit: counter }, API_KEY: "key" };
  const request = (path: string, { headers, ...init }: Init = {}) =>
    desk.fetch(
      new Request(`https://desk.test${path}`, {
        ...init,
        headers: { "CF-Connecting-IP": "2001:db8:1:2::3", ...headers },
      }),
      env,
    );
  return { request, prepare, counter };
}

test.each<[string, string, Init]>([
  ["a forged cookie", "/", { headers: { Cookie: COOKIE } }],
  ["a sign-in code", "/in", { method: "POST", body: new URLSearchParams({ code: "x" }) }],
  ["an Access token", "/", { headers: { "Cf-Access-Jwt-Assertion": "a.b.c" } }],
  ["a request for robots.txt", "/robots.txt", {}],
])("over the limit, refuses %s before querying D1", async (_, path, init) => {
  const { request, prepare, counter } = createDesk();
  const refused = await request(path, init);
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
  expect(refused.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'/);
  expect(await refused.text()).toContain("Wait a minute, then reload this page.");
  expect(prepare).not.toHaveBeenCalled();
  expect(counter).toHaveBeenCalledExactlyOnceWith({ key: "2001:db8:1:2" });
});

test.each([
  ["below the rate limit", () => Promise.resolve({ success: true })],
  ["if the rate limiter fails", () => Promise.reject(new Error("the rate limiter is down"))],
])("%s, returns the page", async (_, limit) => {
  expect((await createDesk(limit).request("/robots.txt")).status).toBe(200);
});
