import { BASE, type FakeAnswer } from "../fake-platform-http";

/**
 * How an answer goes out: in one piece; cut after some of its bytes; byte by byte, in less time than
 * the site waits or in more; not at all.
 */
export type Way = "whole" | "cut" | "drip" | "slow drip" | "never";

/** What becomes of one call to a hostile platform. */
export type Fate =
  /** `takes`: whether the application is taken before. No `answer`: the platform's usual one. */
  | { does: "answer"; takes: "yes" | "no" | "maybe"; way: Way; answer?: FakeAnswer }
  /** It is worked on for longer than the site may wait. A repeat gets 409 or 425 meanwhile. */
  | { does: "process"; ends: "taken" | "forgotten" }
  /** The connection is cut after some of the request's bytes. */
  | { does: "cut request" };

type Table = readonly [
  readonly [share: number, name: string, fate: Fate],
  ...(readonly [share: number, name: string, fate: Fate])[],
];

/** Stands for the candidate's first name in what the platform says. */
export const NAME = "{name}";

const HTML = { "Content-Type": "text/html; charset=utf-8" };
const page = (status: number): FakeAnswer => ({
  status,
  headers: HTML,
  body: "<!doctype html><title>Volvemos pronto</title><p>Estamos de mantenimiento.",
});
const saying = (status: number, headers: Record<string, string> = {}): FakeAnswer => ({
  status,
  headers,
  body: { detail: `No hemos podido guardar la solicitud de ${NAME} (${status})` },
});
const silent = (status: number, headers: Record<string, string> = {}): FakeAnswer => ({
  status,
  headers,
  body: {},
});
const elsewhere = (status: number): FakeAnswer => silent(status, { Location: `${BASE}/elsewhere` });

const answers = (
  answer: FakeAnswer | undefined,
  takes: "yes" | "no" | "maybe",
  way: Way = "whole",
): Fate => ({ does: "answer", takes, way, ...(answer && { answer }) });

export const USUAL: Fate = answers(undefined, "yes");

/** What becomes of an apply call. Where the platform says that it took nothing, it took nothing. */
export const APPLY: Table = [
  [45, "usual", USUAL],
  [6, "processed, then taken", { does: "process", ends: "taken" }],
  [9, "processed, then forgotten", { does: "process", ends: "forgotten" }],
  [2, "taken, and answered with an HTML page", answers(page(200), "yes")],
  [2, "not taken, and answered with an HTML page", answers(page(200), "no")],
  [3, "500 without detail", answers(silent(500), "maybe")],
  [2, "502 in HTML", answers(page(502), "maybe")],
  [4, "500 with detail", answers(saying(500), "maybe")],
  [4, "503 with detail", answers(saying(503, { "Retry-After": "1" }), "maybe")],
  [2, "408", answers(saying(408), "maybe")],
  [1, "421", answers(saying(421), "no")],
  [1, "423", answers(saying(423), "no")],
  [1, "425", answers(saying(425), "no")],
  [4, "429", answers(saying(429), "no")],
  [2, "303", answers(elsewhere(303), "maybe")],
  [2, "307", answers(elsewhere(307), "maybe")],
  [3, "401", answers(saying(401), "no")],
  [4, "taken, dripped", answers(undefined, "yes", "drip")],
  [3, "taken, dripped for too long", answers(undefined, "yes", "slow drip")],
  [2, "500 with detail, dripped for too long", answers(saying(500), "maybe", "slow drip")],
  [16, "taken, the answer cut", answers(undefined, "yes", "cut")],
  [2, "500 with detail, cut", answers(saying(500), "maybe", "cut")],
  [10, "the request cut", { does: "cut request" }],
  [2, "not taken, and never answered", answers(undefined, "no", "never")],
  [2, "taken, and never answered", answers(undefined, "yes", "never")],
];

/** Every kind of `Retry-After` that a 429 may carry, from right to nonsense. */
export const RETRY_AFTERS = [
  () => "0",
  () => "1",
  () => new Date(Date.now() + 1000).toUTCString(),
  () => new Date(0).toUTCString(),
  () => "-1",
  () => "1.5",
  () => "9e99",
  () => "soon",
  () => "",
];

/**
 * 429s that put an application off until an operator sends it: for an hour, and for ever. Only a first
 * attempt gets one; after a later one every application would wait as long.
 */
export const PUT_OFF = ["3600", "999999999"];
/** How many first attempts in a hundred are put off. */
export const PUT_OFF_SHARE = 2;

/** What becomes of a read. */
export const READ: Table = [
  [88, "usual", USUAL],
  [2, "503", answers(silent(503), "no")],
  [2, "HTML page", answers(page(200), "no")],
  [2, "dripped", answers(undefined, "no", "drip")],
  [4, "the answer cut", answers(undefined, "no", "cut")],
  [2, "the request cut", { does: "cut request" }],
];

/** For a while, every address of the platform does this, and takes nothing. */
export const STORMS = {
  maintenance: answers(page(200), "no"),
  locked: answers(saying(401), "no"),
  overloaded: answers(saying(503, { "Retry-After": "1" }), "no"),
  "a gateway": answers(page(502), "no"),
  "a login": answers(elsewhere(302), "no"),
  gone: { does: "cut request" },
  "slow maintenance": answers(page(200), "no", "slow drip"),
} satisfies Record<string, Fate>;
