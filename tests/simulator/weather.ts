import type { Kind } from "./answers";

/** How the platform fares for a while. */
export interface Weather {
  until: number;
  name: string;
  /** What stands before the platform answers an application so, before or after it has got there. */
  kinds: Partial<Record<Kind, number>>;
  /** The same for reading a position. */
  reads: Partial<Record<Kind, number>>;
  /** ms that an application takes to be processed. */
  slow: [least: number, most: number];
  /** How often processing fails inside. */
  fails: number;
  /** The `Retry-After` of every answer that may have one. */
  retryAfter?: string;
}

export const CALM: Omit<Weather, "until" | "name"> = {
  kinds: { ok: 1 },
  reads: { ok: 1 },
  slow: [1, 2000],
  fails: 0,
};

export const WEATHERS: Record<string, Omit<Weather, "until" | "name">> = {
  calm: CALM,
  shaky: {
    kinds: {
      ok: 6,
      "html-ok": 1,
      redirect: 1,
      refusal: 1,
      misconfigured: 1,
      "try-later": 1,
      busy: 1,
      error: 1,
      "error-html": 1,
      "error-detail": 1,
      cut: 1,
      silence: 1,
    },
    reads: { ok: 5, "html-ok": 1, error: 1, misconfigured: 1, cut: 1, silence: 1 },
    slow: [1, 60_000],
    fails: 0.2,
  },
  away: {
    kinds: { error: 3, "error-html": 3, cut: 2, silence: 1, "error-detail": 2 },
    reads: { error: 3, "error-html": 3, cut: 2, silence: 1 },
    slow: [1, 2000],
    fails: 1,
  },
  maintenance: { ...CALM, kinds: { "html-ok": 1 }, reads: { "html-ok": 1 }, fails: 1 },
  "html on apply": { ...CALM, kinds: { "html-ok": 1 }, fails: 0.5 },
  misconfigured: {
    ...CALM,
    kinds: { misconfigured: 3, redirect: 1 },
    reads: { misconfigured: 3, redirect: 1 },
    fails: 1,
  },
  busy: { ...CALM, kinds: { busy: 4, "try-later": 2 }, fails: 1 },
  slow: {
    kinds: { ok: 3, silence: 1, error: 1 },
    reads: { ok: 1 },
    slow: [10_000, 200_000],
    fails: 0.4,
  },
  refusing: { ...CALM, kinds: { refusal: 3, ok: 1 } },
};
