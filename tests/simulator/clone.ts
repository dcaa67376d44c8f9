/** A structured clone; the common kinds by hand, because the platform's own takes ten times as long. */
export function cloned(value: unknown): unknown {
  if (typeof value === "function" || typeof value === "symbol") {
    throw new DOMException(`A ${typeof value} cannot be cloned`, "DataCloneError");
  }
  if (typeof value !== "object" || value === null || value instanceof ReadableStream) return value;
  if (Array.isArray(value)) return value.map(cloned);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return structuredClone(value);
  const copy: Record<string, unknown> = {};
  for (const key in value) copy[key] = cloned((value as Record<string, unknown>)[key]);
  return copy;
}

/** The same value, which cannot be changed any more. */
export function frozen(value: unknown): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  for (const held of Object.values(value)) frozen(held);
  return Object.freeze(value);
}
