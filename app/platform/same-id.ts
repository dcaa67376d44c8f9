import * as z from "zod";
import { isSameId } from "~/contract/ids";

/**
 * Rejects an answer that belongs to another request, which a platform can send on a connection that is used again.
 *
 * @param ids the answer's ids. Without any, it cannot be compared
 * @throws z.ZodError
 */
export function requireSameId(ids: readonly (string | undefined)[], requestedId: string): void {
  const given = ids.filter((id) => id !== undefined);
  if (given.length === 0 || given.some((id) => isSameId(id, requestedId))) return;
  throw new z.ZodError([
    { code: "custom", path: ["uuid"], message: "is not the requested one", input: undefined },
  ]);
}
