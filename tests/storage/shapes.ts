import { eachObject } from "./objects";

/**
 * The shapes of what a state folder's own objects store: each class's tables, and the keys and fields
 * of its values. What differs between two objects of a class is a shape of the class all the same.
 */
export async function shapesIn(state: string): Promise<string[]> {
  const shapes = new Set<string>();
  await eachObject(state, async (object, className) => {
    if (!className.startsWith("puerta-")) return;
    const { values, tables } = await object.look();
    const found = [
      ...tables.map(({ sql }) => (typeof sql === "string" ? sql.replace(/\s+/g, " ") : "")),
      ...fieldsOf(values, ""),
    ];
    // The local server's own table is in each.
    for (const shape of found) {
      if (!shape.includes("__miniflare")) shapes.add(`${className}: ${shape}`);
    }
  });
  return [...shapes].sort();
}

/** Where every plain value of a stored one is, and of which type it is. */
export function fieldsOf(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, `${path}[]`));
  if (typeof value !== "object" || value === null) return [`${path} ${typeof value}`];
  return Object.entries(value).flatMap(([key, one]) => fieldsOf(one, `${path}.${key}`));
}
