import type { ServerBuild } from "@remix-run/cloudflare";

type Route = ServerBuild["routes"][string];

/** Not enumerable: Remix's serializer does not see it. */
const DATA = Symbol("data");

/**
 * A page's route, whose loader gives Remix an empty object instead of its data: Remix writes all data out for
 * its router in browsers, which this site does not have (decision 0001). `restored` has the data again.
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

/** Loaders' data, where Remix has empty objects. */
export const restoreLoaderData = (loaderData: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(loaderData).map(([id, data]) => [
      id,
      typeof data === "object" && data !== null && DATA in data ? data[DATA] : data,
    ]),
  );

const hideData = (data: unknown): object => Object.defineProperty({}, DATA, { value: data });

/** Whether it is what Remix's `data()` makes: data with headers and a status. */
const hasResponseInit = (loaded: object): loaded is { data: unknown } =>
  "type" in loaded && loaded.type === "DataWithResponseInit" && "data" in loaded;
