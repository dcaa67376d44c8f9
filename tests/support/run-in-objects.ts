import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { loadMiniflare } from "./miniflare";

/**
 * Runs code in each stored object of a class. The site must be stopped.
 *
 * @param state a site's state folder
 * @param body the body of a function of `storage` and `value`
 * @returns the function's result for each object
 */
export async function runInEachObject(
  state: string,
  className: string,
  { body, value }: { body: string; value?: unknown },
): Promise<unknown[]> {
  const folder = join(state, "v3", "do");
  const unsafeUniqueKey = `puerta-${className}`;
  const { Miniflare } = loadMiniflare();
  const worker = new Miniflare({
    modules: true,
    script: `
      import { DurableObject } from "cloudflare:workers";
      export class Opened extends DurableObject {
        run(value) { const { storage } = this.ctx; ${body} }
      }
      export default {};`,
    compatibilityDate: "2026-04-01",
    durableObjectsPersist: folder,
    durableObjects: { OPENED: { className: "Opened", useSQLite: true, unsafeUniqueKey } },
  });
  try {
    const files = await readdir(join(folder, unsafeUniqueKey));
    const ids = files.flatMap((name) => /^([0-9a-f]{64})\.sqlite$/.exec(name)?.[1] ?? []);
    // Miniflare's types don't include the methods of a namespace's class.
    const objects = (await worker.getDurableObjectNamespace("OPENED")) as unknown as {
      idFromString: (id: string) => unknown;
      get: (id: unknown) => { run: (value: unknown) => Promise<unknown> };
    };
    const results: unknown[] = [];
    for (const id of ids) results.push(await objects.get(objects.idFromString(id)).run(value));
    return results;
  } finally {
    await worker.dispose();
  }
}
