import * as z from "zod";
import { isSameId } from "~/contract/ids";

/**
 * Rejects a response that belongs to another request, which a platform can send on a reused connection.
 *
 * @param ids the response's ids. A response without ids is not checked
 * @throws z.ZodError
 */
export function requireSameId(ids: readonly (string | undefined)[], requestedId: string): void {
  const known = ids.filter((id) => id !== undefined);
  if (known.length === 0 || known.some((id) => isSameId(id, requestedId))) return;
  throw new z.ZodError([
    { code: "custom", path: ["uuid"], message: "is not the requested one", input: undefined },
  ]);
}
