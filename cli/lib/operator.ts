import { Stop } from "~/scripts/stop";
import type { TargetOptions } from "./command";
import { resolveSite, type Site } from "./platform";

/** @throws Stop if the site is stopped, its URL is invalid, or OPERATOR_SECRET is unknown */
export async function operatorSite(target: TargetOptions): Promise<Site> {
  const site = await resolveSite(target);
  if (site.url === "") throw new Stop("The site is stopped. Start it: npx puerta start");
  if (site.operatorSecret !== "") return site;
  throw new Stop("Set OPERATOR_SECRET to the site's value (docs/operations.md).");
}

/** @throws Stop if the site does not respond or rejects the secret */
export async function callSite(
  { url, operatorSecret }: Site,
  path: string,
  method = "GET",
  body?: unknown,
) {
  const response = await fetch(`${url}/-/${path}`, {
    method,
    headers: { Authorization: `Bearer ${operatorSecret}` },
    redirect: "manual",
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(120_000),
  }).catch(() => undefined);
  if (!response) throw new Stop(`No site answers at ${url}. Start it with: npx puerta start`);
  if (response.status !== 401) return response;
  throw new Stop(`${url} does not accept this OPERATOR_SECRET.`);
}
