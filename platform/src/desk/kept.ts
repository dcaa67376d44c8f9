// Entries of a form that was sent without a valid session. The sign-in page carries them, so that they are not lost.
import * as z from "zod";

/** Paths of forms whose entries are kept, because they take minutes to fill in. */
const KEPT_PATH =
  /^\/(?:companies\/new|(?:positions|companies)\/[A-Za-z0-9_-]{1,64}\/edit|applications\/[A-Za-z0-9_-]{1,64}\/(?:reply|note))$/;

const Kept = z.object({
  path: z.string().regex(KEPT_PATH),
  entries: z.array(z.tuple([z.string(), z.string()])).max(2000),
});

export type Kept = z.infer<typeof Kept>;

export const isKeptPath = (path: string): boolean => KEPT_PATH.test(path);

/** Returns a form's texts. Browsers don't let a page fill in files. An email is shown again before it is sent. */
export const toKept = (path: string, form: FormData): Kept => ({
  path,
  entries: [...form.entries()].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && name !== "token"
      ? [[name, name === "do" && value === "send" ? "check" : value]]
      : [],
  ),
});

export function parseKept(text: string): Kept | undefined {
  if (text === "") return undefined;
  try {
    return Kept.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
