import { describe, expect, test } from "vitest";
import type { Submitted } from "../metrics/point";
import { createRequestPoints } from "./request-points.server";

const SITE = "https://jobs.example";
const PAGE = "/acme/a-job/p1";
const CALL = "/-/applications/0123456789abcdef";

interface TestRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  status?: number;
  responseHeaders?: Record<string, string>;
  clientUuid?: string;
  submitted?: Submitted;
  isOwnHost?: boolean;
}

const createPoints = (options: TestRequest) => createRequestPoints(createRequest(options));
const formatPoints = (options: TestRequest) =>
  createPoints(options).map(({ event, subject, outcome }) => `${event} ${subject} ${outcome}`);

const createRequest = ({
  method = "GET",
  path,
  headers,
  status = 200,
  responseHeaders,
  ...more
}: TestRequest) => ({
  request: { method, url: SITE + path, headers: new Headers(headers) },
  address: SITE + path,
  response: { status, headers: new Headers(responseHeaders) },
  isOwnHost: false,
  ...more,
});

describe("createRequestPoints for a page", () => {
  const browser = { "Sec-Fetch-Dest": "document" };
  const FRAME = { "Sec-Fetch-Dest": "iframe" };
  const AHEAD = { ...browser, "Sec-Purpose": "prefetch;prerender" };

  test.each<[string, TestRequest, string[]]>([
    ["in a browser", { path: PAGE, headers: browser }, ["view position navigate"]],
    ["in a frame", { path: PAGE, headers: FRAME }, ["view position navigate"]],
    ["from the browser's cache", { path: "/acme/c1", status: 304 }, ["view career-site unknown"]],
    ["prefetched before a click", { path: PAGE, headers: AHEAD }, ["view position prefetch"]],
    ["fetched by a script", { path: PAGE, headers: { "Sec-Fetch-Dest": "empty" } }, []],
    ["with a receipt", { path: `${PAGE}?receipt=1` }, []],
    ["without a company", { path: "/404", status: 404 }, []],
    ["of a closed position", { path: PAGE, status: 410 }, ["error position closed"]],
    ["over the rate limit", { path: "/acme/c1?q=a", status: 429 }, ["error career-site too-often"]],
    ["during an outage", { path: PAGE, status: 502 }, ["error position unavailable"]],
  ])("creates the right points, or none, for a page %s", (_, options, expected) => {
    expect(formatPoints(options)).toEqual(expected);
  });

  test("adds the company, source and host", () => {
    const path = `${PAGE}?utm_source=Feria&q=secret`;
    const about = { position: "p1", client: "c1", source: "feria", host: "own", status: 200 };
    expect(createPoints({ path, clientUuid: "c1", isOwnHost: true })).toEqual([
      { event: "view", subject: "position", outcome: "unknown", ...about },
    ]);
  });
});

describe("createRequestPoints for a form", () => {
  const submitted: Submitted = {
    outcome: "invalid",
    clientUuid: "c1",
    source: [["ref", "form"]],
    errors: [{ field: "phone", error: "wrong" }],
    bytes: 9,
  };

  test("adds the errors and files", () => {
    const path = `${PAGE}?send&ref=address`;
    const points = createPoints({ method: "POST", path, status: 422, submitted });
    const known = { position: "p1", client: "c1", source: "form", host: "shared", way: "plain" };
    expect(points).toEqual([
      { event: "submit", subject: "form", outcome: "invalid", ...known, status: 422 },
      { event: "error", subject: "phone", outcome: "wrong", ...known },
      { event: "upload", subject: "form", outcome: "received", ...known, bytes: 9 },
    ]);
  });

  test("adds the URL's position and the page's source if scripts sent the form", () => {
    const options = {
      method: "POST",
      path: `${CALL}?position=p1&lang=es`,
      headers: { Referer: `${SITE}${PAGE}?gh_src=X1` },
      submitted: { ...submitted, source: [], errors: [], bytes: 0 },
    };
    expect(createPoints(options)).toMatchObject([{ position: "p1", source: "x1", way: "scripts" }]);
  });

  test.each<[string, TestRequest, string[]]>([
    ["from another site", { path: PAGE, status: 403 }, ["submit form other-site"]],
    ["over the rate limit", { path: PAGE, status: 429 }, ["submit form too-often"]],
    ["for a closed position", { path: PAGE, status: 410 }, ["submit form closed"]],
    ["during an outage", { path: PAGE, status: 503 }, ["submit form unavailable"]],
    ["to reopen a refused application", { path: `${PAGE}?receipt=1`, status: 422 }, []],
  ])("creates the right point, or none, for a form %s", (_, options, expected) => {
    expect(formatPoints({ ...options, method: "POST" })).toEqual(expected);
  });
});

describe("createRequestPoints for an upload", () => {
  const created = { method: "POST", path: `${CALL}/cv?position=p1`, status: 201 };
  const piece = { method: "PATCH", path: `${CALL}/cv/3` };
  const offset = (bytes: number) => ({ "Upload-Offset": String(bytes) });

  test("adds the bytes of a piece and the page's position", () => {
    const headers = { Referer: `${SITE}${PAGE}?ref=a`, ...offset(100) };
    const about = { position: "p1", source: "a", host: "shared", way: "scripts", bytes: 250 };
    expect(createPoints({ ...piece, headers, status: 204, responseHeaders: offset(350) })).toEqual([
      { event: "upload", subject: "pieces", outcome: "received", ...about },
    ]);
  });

  test.each<[string, TestRequest, string[]]>([
    ["the first piece", { ...created, responseHeaders: offset(10) }, ["upload pieces received"]],
    ["an empty first piece", { ...created, responseHeaders: offset(0) }, []],
    [
      "a request for the offset",
      { ...piece, method: "HEAD", responseHeaders: offset(1) },
      ["upload pieces resumed"],
    ],
    ["a piece out of order", { ...piece, status: 409 }, []],
    ["a deleted upload", { ...piece, status: 404 }, ["error upload gone"]],
    ["a wrong file type", { ...piece, status: 415 }, ["error upload wrong-type"]],
    ["a file that is too large", { ...piece, status: 413 }, ["error upload too-large"]],
  ])("creates the right point, or none, for %s", (_, options, expected) => {
    expect(formatPoints(options)).toEqual(expected);
  });

  test("creates no point for a malformed offset", () => {
    const headers = { "Upload-Offset": "many", Referer: "nowhere" };
    expect(createPoints({ ...piece, headers, status: 204, responseHeaders: offset(9) })).toEqual(
      [],
    );
  });
});
