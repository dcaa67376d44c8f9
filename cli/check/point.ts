// What the points of a site's check have in common.
import type { Site } from "../lib/platform";
import type { Page } from "./page";

export interface SiteToCheck extends Omit<Site, "isRemote"> {
  purgeSecret: string;
  /** The path or the id of a position; undefined for the first one that is found. */
  position?: string | undefined;
  /** The desk's address. */
  desk?: string | undefined;
}

export interface Verdict {
  result: "ok" | "FAIL" | "skip";
  /** What was found, and after a FAIL what to do. */
  text: string;
}

export type Point = Verdict & { name: string };

export const ok = (text: string): Verdict => ({ result: "ok", text });
export const fail = (text: string): Verdict => ({ result: "FAIL", text });
export const skip = (text: string): Verdict => ({ result: "skip", text });

/** What the points find out for those after them: the position's page, and the application's receipt. */
export interface Known {
  page: Page;
  receipt: string;
}

const ANSWERS_WITHIN_MS = 30_000;

/** Requests an address as it is, without following redirects. */
export const ask = (
  { url }: { url: string },
  path: string,
  { secret = "", ...init }: RequestInit & { secret?: string } = {},
) =>
  fetch(new URL(path, url), {
    redirect: "manual",
    ...(secret !== "" && { headers: { Authorization: `Bearer ${secret}` } }),
    ...init,
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  });
