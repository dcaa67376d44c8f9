import { z } from "zod";
import { ClientAnswer, toClient } from "./client.server";
import { pageOf, type PositionPage } from "./position-page.server";
import { PositionAnswer, toPosition } from "./position.server";

/** The version of the copies that this build reads and writes. */
export const COPY_VERSION = 1;

/** The two answers behind a page. The CSRF token is not stored: it is read when needed. */
const Answers = z.object({
  position: PositionAnswer.omit({ csrf_token: true }),
  client: ClientAnswer,
});

const Stored = z.object({
  version: z.literal(COPY_VERSION),
  madeAt: z.number(),
  page: z.string().transform(parseJson).pipe(Answers),
});

/** A page's JSON for storage, without the CSRF token. */
export function writeCopy({ answers }: PositionPage): string {
  const { csrf_token: _, ...position } = answers.position;
  return JSON.stringify({ position, client: answers.client });
}

/** A parsed copy; times are in ms since 1970. */
export interface Copy {
  page: PositionPage;
  madeAt: number;
}

/**
 * Reads a stored copy.
 *
 * @param stored the result of `PositionCopy.get`; another build may have stored it
 * @returns the copy, or the paths of malformed parts, such as `page.position.name`, without their contents
 */
export function readCopy(stored: unknown): Copy | { wrong: string[] } {
  const { data, error } = Stored.safeParse(stored);
  if (error) return { wrong: error.issues.map(({ path }) => path.join(".") || "(the copy)") };
  const { position, client } = data.page;
  return { page: pageOf(toPosition(position), toClient(client)), madeAt: data.madeAt };
}

/** A stored time, in ms since 1970; undefined if missing or not a number. */
export const readTime = (stored: unknown): number | undefined => z.number().safeParse(stored).data;

export function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue("not JSON");
    return z.NEVER;
  }
}
