import { z } from "zod";

/** Most characters of the part; ours have at most nine hundred. */
const MOST = 2000;

const Source = z.record(z.string().max(100), z.string().max(200));

/**
 * Where the candidate came from: the part `source`, as JSON. Undefined if there is none, or it is no
 * object of texts: nobody is refused for it.
 */
export function sourceIn(form: FormData): string | undefined {
  const part = form.get("source");
  if (typeof part !== "string" || part.length > MOST) return undefined;
  try {
    const source = Source.safeParse(JSON.parse(part));
    return source.success ? JSON.stringify(source.data) : undefined;
  } catch {
    return undefined;
  }
}
