import type { ServerBuild } from "@remix-run/cloudflare";

type Route = ServerBuild["routes"][string];

/** What loaders returned, by the ticket that Remix was given in its place. */
const held = new WeakMap<object, unknown>();

/**
 * A page's route, whose loader gives Remix a ticket in the place of its data: Remix writes all data out
 * for its router in browsers, which this site has not (decision 0001). `takenBack` has the data again.
 */
export function handedOver(route: Route): Route {
  const { loader } = route.module;
  const isPage = route.module.default !== undefined;
  if (!loader || !isPage) return route;
  const ticketed: typeof loader = async (args) => {
    const loaded: unknown = await loader(args);
    if (loaded instanceof Response || typeof loaded !== "object" || loaded === null) return loaded;
    return isWithInit(loaded) ? { ...loaded, data: ticketFor(loaded.data) } : ticketFor(loaded);
  };
  return { ...route, module: { ...route.module, loader: ticketed } };
}

/** Loaders' data, where Remix has tickets. */
export const takenBack = (loaderData: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(loaderData).map(([id, data]) => [
      id,
      typeof data === "object" && data !== null && held.has(data) ? held.get(data) : data,
    ]),
  );

function ticketFor(data: unknown): object {
  const ticket = {};
  held.set(ticket, data);
  return ticket;
}

/** Whether it is what Remix's `data()` makes: data with headers and a status. */
const isWithInit = (loaded: object): loaded is { data: unknown } =>
  "type" in loaded && loaded.type === "DataWithResponseInit" && "data" in loaded;
