import { z } from "zod";

const longest = 500;

const body = z.object({ detail: z.unknown(), message: z.unknown() }).partial();

/**
 * What an error's body says to the candidate: `detail` as text (an array's or object's JSON text),
 * else a text `message`. Plain text of at most 500 characters, never HTML; undefined when the body
 * is not JSON or says nothing.
 */
export function refusalMessage(bodyText: string): { detail?: string; message?: string } {
  const parsed = body.safeParse(parseJson(bodyText));
  if (!parsed.success) return {};
  const detail = detailText(parsed.data.detail);
  const message = detail ?? readable(parsed.data.message);
  return {
    ...(detail !== undefined && { detail }),
    ...(message !== undefined && { message }),
  };
}

function detailText(detail: unknown): string | undefined {
  if (typeof detail !== "object" || detail === null) return readable(detail);
  return Object.keys(detail).length > 0 ? readable(jsonOf(detail)) : undefined;
}

/** Undefined for what is too deep to be written. */
function jsonOf(detail: object): string | undefined {
  try {
    return JSON.stringify(detail);
  } catch {
    return undefined;
  }
}

function readable(value: unknown): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return undefined;
  // By code points, so that no emoji is cut in half.
  return Array.from(value.trim().slice(0, 2 * longest))
    .slice(0, longest)
    .join("");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
