import { eachObject } from "./objects";

/**
 * The shapes of what the objects in a state folder store: the tables of each class, and the keys
 * and fields of its values. A shape is listed once for its class, whichever object has it.
 */
export async function shapesIn(state: string): Promise<string[]> {
  const shapes = new Set<string>();
  await eachObject(state, async (object, className) => {
    if (!className.startsWith("puerta-")) return;
    const { values, tables } = await object.look();
    const found = [
      ...tables.map(({ sql }) =>
        typeof sql === "string" ? sql.replace(/--.*$/gm, "").replace(/\s+/g, " ") : "",
      ),
      ...fieldsOf(values, ""),
    ];
    // The local server's own table is in each.
    for (const shape of found) {
      if (!shape.includes("__miniflare")) shapes.add(`${className}: ${shape}`);
    }
  });
  return [...shapes].sort();
}

/** The path and the type of every plain value inside a stored value. */
export function fieldsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, `${path}[]`));
  if (typeof value !== "object" || value === null) return [`${path} ${typeof value}`];
  return Object.entries(value).flatMap(([key, one]) => fieldsOf(one, `${path}.${key}`));
}
