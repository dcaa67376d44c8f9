import type { ServerBuild } from "@remix-run/cloudflare";

type Route = ServerBuild["routes"][string];

/** The key of a non-enumerable property, which Remix does not serialize. */
const DATA = Symbol("data");

/**
 * Hides the loader data of a page's route from Remix. Remix serializes all data for its browser router, which
 * this site does not use (decision 0001).
 */
export function stashLoaderData(route: Route): Route {
  const { loader } = route.module;
  const isPage = route.module.default !== undefined;
  if (!loader || !isPage) return route;
  const stashing: typeof loader = async (args) => {
    const loaded: unknown = await loader(args);
    if (loaded instanceof Response || typeof loaded !== "object" || loaded === null) return loaded;
    return hasResponseInit(loaded) ? { ...loaded, data: hideData(loaded.data) } : hideData(loaded);
  };
  return { ...route, module: { ...route.module, loader: stashing } };
}

export const restoreLoaderData = (loaderData: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(loaderData).map(([id, data]) => [
      id,
      typeof data === "object" && data !== null && DATA in data ? data[DATA] : data,
    ]),
  );

const hideData = (data: unknown): object => Object.defineProperty({}, DATA, { value: data });

/** Whether a value comes from Remix's `data()`, which adds headers and a status. */
const hasResponseInit = (loaded: object): loaded is { data: unknown } =>
  "type" in loaded && loaded.type === "DataWithResponseInit" && "data" in loaded;
