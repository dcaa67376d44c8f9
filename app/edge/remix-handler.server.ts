import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { companyPageAt } from "../addresses";
import { stashed } from "./stashed-data.server";

/**
 * Makes Remix's handler of a build, which does less for each request than Remix does by itself: pages
 * come out the same (decision 0035).
 */
export function createRemixHandler(
  build: ServerBuild,
  mode: string | undefined,
): ReturnType<typeof createRequestHandler> {
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => [id, stashed(route)]),
  );
  const everything = createRequestHandler({ ...build, routes }, mode);
  const ofRoute = new Map(
    COMPANY_PAGES.map((id) => [id, createRequestHandler(only(id, { ...build, routes }), mode)]),
  );
  return (request, context) => {
    const id = routeOf(new URL(request.url).pathname);
    return (ofRoute.get(id ?? "") ?? everything)(request, context);
  };
}

/** The routes of companies' pages: nearly all that is drawn. */
const COMPANY_PAGES = [
  "routes/career-site",
  "routes/career-site-privacy",
  "routes/position",
  "routes/position-privacy",
];

/**
 * The route of a company's page, as Remix's own matching would find it; undefined for any other path.
 * Remix ranks all routes that it has, and tries one after the other, four times for each page.
 */
export function routeOf(pathname: string): string | undefined {
  const page = companyPageAt(pathname);
  const id = page && `routes/${page.kind}${page.isPrivacy ? "-privacy" : ""}`;
  return id !== undefined && COMPANY_PAGES.includes(id) ? id : undefined;
}

/** The same build with a single route in the document. */
function only(id: string, build: ServerBuild): ServerBuild {
  const kept = <T>(routes: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(routes).filter(([one]) => one === "root" || one === id));
  return {
    ...build,
    routes: kept(build.routes),
    assets: { ...build.assets, routes: kept(build.assets.routes) },
  };
}
