import { fakeClientCode, fakeClientUuid, type FakePlatform } from "./fake-platform";
import { findElements } from "./html";
import type { Site } from "./site";

export const PURGE_SECRET = "a secret that only tests use";

export const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

let positions = 0;

/** Creates a position with a new company, so that tests don't share cached pages. */
export function newPosition(platform: FakePlatform, about: Record<string, unknown> = {}) {
  positions += 1;
  const uuid = `page-test-${positions}`;
  const client = `client-${positions}`;
  const company = { name: `Company ${positions}`, language_default: "es", country: "ES" };
  platform.client({ code: client, ...company }, client);
  platform.position(uuid, { name: `Position ${positions}`, client, ...about });
  return { uuid, client, page: `/${client}/a-position/${uuid}` };
}

/** Requests a page and finds its response tokens. Doesn't follow redirects. */
export async function getPage(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers, redirect: "manual" });
  const html = await response.text();
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  const id = findElements(html, "input").find(
    ({ attributes }) => attributes.name === "application_id",
  )?.attributes.value;
  return {
    status: response.status,
    headers: response.headers,
    cacheStatus: response.headers.get("Cache-Status") ?? "",
    html,
    nonce: /(?<='nonce-)[^']+/.exec(policy)?.[0] ?? "",
    id,
  };
}

export const purge = (site: Pick<Site, "url">, body: unknown, secret = PURGE_SECRET) =>
  fetch(`${site.url}/-/purge`, {
    method: "POST",
    headers: { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
