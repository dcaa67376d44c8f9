import { describe, expect, test } from "vitest";
import type { Submitted } from "../metrics/point";
import { createRequestPoints } from "./request-points";

const SITE = "https://jobs.example";
const PAGE = "/acme/a-job/p1";
const CALL = "/-/applications/0123456789abcdef";

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  status?: number;
  answers?: Record<string, string>;
  clientUuid?: string;
  submitted?: Submitted;
  isOwnHost?: boolean;
}

const createPoints = (asked: Asked) => createRequestPoints(createRequest(asked));
/** A request's points as `event subject outcome`. */
const lines = (asked: Asked) =>
  createPoints(asked).map(({ event, subject, outcome }) => `${event} ${subject} ${outcome}`);

const createRequest = ({
  method = "GET",
  path,
  headers,
  status = 200,
  answers,
  ...more
}: Asked) => ({
  request: { method, url: SITE + path, headers: new Headers(headers) },
  address: SITE + path,
  response: { status, headers: new Headers(answers) },
  isOwnHost: false,
  ...more,
});

describe("a page", () => {
  const browser = { "Sec-Fetch-Dest": "document" };
  const FRAME = { "Sec-Fetch-Dest": "iframe" };
  const AHEAD = { ...browser, "Sec-Purpose": "prefetch;prerender" };

  test.each<[string, Asked, string[]]>([
    ["in a browser", { path: PAGE, headers: browser }, ["view position navigate"]],
    ["in a frame", { path: PAGE, headers: FRAME }, ["view position navigate"]],
    ["from the browser's cache", { path: "/acme/c1", status: 304 }, ["view career-site unknown"]],
    ["before a click", { path: PAGE, headers: AHEAD }, ["view position prefetch"]],
    ["by a script", { path: PAGE, headers: { "Sec-Fetch-Dest": "empty" } }, []],
    ["as a receipt", { path: `${PAGE}?receipt=1` }, []],
    ["without a company", { path: "/404", status: 404 }, []],
    ["after it is closed", { path: PAGE, status: 410 }, ["error position closed"]],
    ["too often", { path: "/acme/c1?q=a", status: 429 }, ["error career-site too-often"]],
    ["during an outage", { path: PAGE, status: 502 }, ["error position unavailable"]],
  ])("%s", (_, asked, expected) => {
    expect(lines(asked)).toEqual(expected);
  });

  test("is counted with its company, source and host", () => {
    const path = `${PAGE}?utm_source=Feria&q=secret`;
    const about = { position: "p1", client: "c1", source: "feria", host: "own", status: 200 };
    expect(createPoints({ path, clientUuid: "c1", isOwnHost: true })).toEqual([
      { event: "view", subject: "position", outcome: "unknown", ...about },
    ]);
  });
});

describe("a sent form", () => {
  const submitted: Submitted = {
    outcome: "invalid",
    clientUuid: "c1",
    source: [["ref", "form"]],
    errors: [{ field: "phone", error: "wrong" }],
    bytes: 9,
  };

  test("is counted with its errors and files", () => {
    const path = `${PAGE}?send&ref=address`;
    const points = createPoints({ method: "POST", path, status: 422, submitted });
    const known = { position: "p1", client: "c1", source: "form", host: "shared", way: "plain" };
    expect(points).toEqual([
      { event: "submit", subject: "form", outcome: "invalid", ...known, status: 422 },
      { event: "error", subject: "phone", outcome: "wrong", ...known },
      { event: "upload", subject: "form", outcome: "received", ...known, bytes: 9 },
    ]);
  });

  test("from scripts has the position in its URL and the source of its page", () => {
    const asked = {
      method: "POST",
      path: `${CALL}?position=p1&lang=es`,
      headers: { Referer: `${SITE}${PAGE}?gh_src=X1` },
      submitted: { ...submitted, source: [], errors: [], bytes: 0 },
    };
    expect(createPoints(asked)).toMatchObject([{ position: "p1", source: "x1", way: "scripts" }]);
  });

  test.each<[string, Asked, string[]]>([
    ["from another site", { path: PAGE, status: 403 }, ["submit form other-site"]],
    ["too often", { path: PAGE, status: 429 }, ["submit form too-often"]],
    ["to a position that is gone", { path: PAGE, status: 410 }, ["submit form closed"]],
    ["during an outage", { path: PAGE, status: 503 }, ["submit form unavailable"]],
    ["to reopen a refused one", { path: `${PAGE}?receipt=1`, status: 422 }, []],
  ])("%s", (_, asked, expected) => {
    expect(lines({ ...asked, method: "POST" })).toEqual(expected);
  });
});

describe("a file sent in pieces", () => {
  const created = { method: "POST", path: `${CALL}/cv?position=p1`, status: 201 };
  const piece = { method: "PATCH", path: `${CALL}/cv/3` };
  const offset = (bytes: number) => ({ "Upload-Offset": String(bytes) });

  test("counts the bytes of each piece, with its page's position", () => {
    const headers = { Referer: `${SITE}${PAGE}?ref=a`, ...offset(100) };
    const about = { position: "p1", source: "a", host: "shared", way: "scripts", bytes: 250 };
    expect(createPoints({ ...piece, headers, status: 204, answers: offset(350) })).toEqual([
      { event: "upload", subject: "pieces", outcome: "received", ...about },
    ]);
  });

  test.each<[string, Asked, string[]]>([
    ["the first", { ...created, answers: offset(10) }, ["upload pieces received"]],
    ["an empty first one", { ...created, answers: offset(0) }, []],
    [
      "a request for the offset",
      { ...piece, method: "HEAD", answers: offset(1) },
      ["upload pieces resumed"],
    ],
    ["a piece out of order", { ...piece, status: 409 }, []],
    ["a deleted upload", { ...piece, status: 404 }, ["error upload gone"]],
    ["a wrong file type", { ...piece, status: 415 }, ["error upload wrong-type"]],
    ["a file that is too large", { ...piece, status: 413 }, ["error upload too-large"]],
  ])("%s", (_, asked, expected) => {
    expect(lines(asked)).toEqual(expected);
  });

  test("does not count a malformed offset", () => {
    const headers = { "Upload-Offset": "many", Referer: "nowhere" };
    expect(createPoints({ ...piece, headers, status: 204, answers: offset(9) })).toEqual([]);
  });
});
