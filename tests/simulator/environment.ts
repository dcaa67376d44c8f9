import type { ApplicationEnv } from "../../app/application/delivery/objects.server";
import type { Conditions } from "./conditions";
import type { Objects } from "./objects";

/** What the bindings of an environment lead to: the schedule that is lived through now. */
interface World {
  objects?: Objects;
  fetch?: (address: string, init: RequestInit) => Promise<Response>;
}

/** The bindings of the delivery room's classes; the rest are never asked for. */
const BINDINGS = ["APPLICATIONS", "UNDELIVERED", "RELEASE"];

const known = new Map<string, { env: ApplicationEnv; world: World }>();

/** An environment with these settings. It serves many schedules, because a site checks its variables once. */
export function environmentOf({ name, settings }: Conditions): {
  env: ApplicationEnv;
  world: World;
} {
  const before = known.get(name);
  if (before) return before;
  const world: World = {};
  const namespace = (binding: string) => {
    if (!world.objects) throw new Error("There is no world");
    return world.objects.namespace(binding);
  };
  const bindings = BINDINGS.map((binding) => {
    const bound = {
      idFromName: (name: string) => namespace(binding).idFromName(name),
      idFromString: (id: string) => namespace(binding).idFromString(id),
      get: (id: { name: string }) => namespace(binding).get(id),
      getByName: (name: string) => namespace(binding).getByName(name),
    };
    return [binding, bound] as const;
  });
  const variables = Object.entries(settings).map(([key, value]) => [key, String(value)] as const);
  const env = {
    ...Object.fromEntries<unknown>([...variables, ...bindings]),
    PLATFORM_API_KEY: "key",
    PLATFORM: { fetch: (address: string, init: RequestInit) => world.fetch?.(address, init) },
  } as unknown as ApplicationEnv;
  known.set(name, { env, world });
  return { env, world };
}
