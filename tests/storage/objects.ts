import { Miniflare } from "miniflare";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Keeper } from "./keeper.worker.mjs";

const SOURCES = ["keeper.worker.mjs", "moved.mjs"];

/** Where the local server keeps objects: ours, and its own for the Cache API and KV. */
const ROOMS = ["do", "cache", "kv"];

type Opened = Pick<Keeper, "look" | "move" | "put"> & { end: () => Promise<void> };

/** The Worker that opens objects instead of their own classes, which have these names. */
async function keeperWorker(folder: string, classes: string[]) {
  const modules = await Promise.all(
    SOURCES.map(async (path) => ({
      type: "ESModule" as const,
      path,
      contents: await readFile(new URL(path, import.meta.url), "utf8"),
    })),
  );
  const exports = classes.map((_, index) => `export class Keeper${index} extends Keeper {}`);
  const contents = [
    'import worker, { Keeper } from "./keeper.worker.mjs";',
    ...exports,
    "export default worker;",
  ].join("\n");
  return new Miniflare({
    modules: [{ type: "ESModule", path: "main.mjs", contents }, ...modules],
    compatibilityDate: "2026-04-01",
    durableObjectsPersist: folder,
    durableObjects: Object.fromEntries(
      classes.map((unsafeUniqueKey, index) => [
        `KEEPER_${index}`,
        { className: `Keeper${index}`, useSQLite: true, unsafeUniqueKey },
      ]),
    ),
  });
}

/**
 * Opens every object of a state folder in workerd, one after the other, and closes it: each is one
 * SQLite file then, with nothing beside it.
 *
 * @param handle is given each while it is open, with its class's name (`puerta-ApplicationObject`)
 */
export async function eachObject(
  state: string,
  handle: (object: Opened, className: string) => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (const room of ROOMS.map((name) => join(state, "v3", name))) {
    if (!existsSync(room)) continue;
    const found = await objectsIn(room);
    const classes = [...found.keys()];
    if (classes.length === 0) continue;
    const worker = await keeperWorker(room, classes);
    try {
      for (const [index, className] of classes.entries()) {
        // Miniflare does not type the class of a namespace.
        const namespace = (await worker.getDurableObjectNamespace(
          `KEEPER_${index}`,
        )) as unknown as { idFromString: (id: string) => unknown; get: (id: unknown) => Opened };
        for (const id of found.get(className) ?? []) {
          const object = namespace.get(namespace.idFromString(id));
          // An object is opened only when it is called.
          await object.look();
          await handle(object, className);
          // The object ends during the call.
          await object.end().catch(() => undefined);
        }
      }
    } finally {
      await worker.dispose();
    }
  }
}

/** The objects in a folder, by their class. */
async function objectsIn(room: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const file of await readdir(room, { recursive: true })) {
    const [, className, id] = /^([^/]+)\/([0-9a-f]{64})\.sqlite$/.exec(file) ?? [];
    if (className === undefined || id === undefined) continue;
    found.set(className, [...(found.get(className) ?? []), id].sort());
  }
  return found;
}
