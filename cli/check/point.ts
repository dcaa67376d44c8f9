import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { parseCompanyPage } from "~/app/addresses";
import type { Site } from "../lib/platform";

export interface SiteToCheck extends Omit<Site, "isRemote"> {
  purgeSecret: string;
  /** A position's path or id. Default: the first position found. */
  position?: string | undefined;
  desk?: string | undefined;
}

export interface Verdict {
  result: "ok" | "FAIL" | "skip";
  /** The finding and, after a FAIL, the fix. */
  text: string;
}

export type Point = Verdict & { name: string };

export const ok = (text: string): Verdict => ({ result: "ok", text });
export const fail = (text: string): Verdict => ({ result: "FAIL", text });
export const skip = (text: string): Verdict => ({ result: "skip", text });

/** Results of earlier checks: the position's page and the application's receipt number. */
export interface CheckContext {
  /** Pause between reads while waiting for a change. */
  pauseMs: number;
  page: Page;
  receipt: string;
}

export const request = (
  { url }: { url: string },
  path: string,
  { secret = "", ...init }: RequestInit & { secret?: string } = {},
) =>
  fetch(new URL(path, url), {
    redirect: "manual",
    ...(secret !== "" && { headers: { Authorization: `Bearer ${secret}` } }),
    ...init,
    signal: AbortSignal.timeout(30_000),
  });

export interface Page {
  path: string;
  status: number;
  headers: Headers;
  elements: Element[];
}

export interface Element {
  tag: string;
  attributes: Partial<Record<string, string>>;
  text: string;
  inside: Element[];
}

export async function readPage(response: Response, path: string): Promise<Page> {
  const elements = listElements(parse(await response.text()));
  return { path, status: response.status, headers: response.headers, elements };
}

function listElements(node: Tree.Node): Element[] {
  if (!("childNodes" in node)) return [];
  const inside = node.childNodes.flatMap(listElements);
  if (!("tagName" in node)) return inside;
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  const text = node.childNodes.map((child) => ("value" in child ? child.value : "")).join("");
  return [{ tag: node.tagName, attributes, text, inside }, ...inside];
}

export const findLink = (
  { elements }: Page,
  kind: "career-site" | "position",
): string | undefined =>
  elements
    .filter(({ tag }) => tag === "a")
    .map(({ attributes: { href = "" } }) => href.replace(/[?#].*/, ""))
    .find((path) => {
      const page = path.startsWith("/") ? parseCompanyPage(path) : undefined;
      return page?.kind === kind && !page.isPrivacy;
    });

/** Path of the company's career site; `/` on the company's own host. */
export const findCareerSite = (page: Page): string => findLink(page, "career-site") ?? "/";
