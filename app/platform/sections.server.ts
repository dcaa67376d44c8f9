import { z } from "zod";
import { link, optional, text } from "./fields.server";

/** Limits of a client's sections; one that is longer is dropped. */
const MOST = { sections: 12, pictures: 6, title: 200, text: 5000, alt: 500, pixels: 20_000 };

const pixels = z.number().int().min(1).max(MOST.pixels);

/** A picture of a section; without its size, the page would move when it loads. */
const picture = z.object({
  src: link,
  alt: z.string().trim().max(MOST.alt).default(""),
  width: pixels,
  height: pixels,
});

const section = z
  .object({
    title: text.max(MOST.title),
    /** Markdown. */
    text: z.string().max(MOST.text).default(""),
    pictures: listOf(picture, MOST.pictures),
  })
  .refine(({ text, pictures }) => text.trim() !== "" || pictures.length > 0);

export type Section = z.infer<typeof section>;

/** A client's sections, such as its benefits: undefined if it has none. */
export const sections = optional(listOf(section, MOST.sections)).transform((all = []) =>
  all.length > 0 ? all : undefined,
);

/** Sections as they are stored with a position's copy. */
export const storedSections = z.array(
  z.object({
    title: z.string(),
    text: z.string(),
    pictures: z.array(
      z.object({ src: z.string(), alt: z.string(), width: z.number(), height: z.number() }),
    ),
  }),
);

/** A list without its malformed items, cut to `most`; empty if it is no list. */
function listOf<T extends z.ZodType>(item: T, most: number) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((items) => items.flatMap((one) => item.safeParse(one).data ?? []).slice(0, most));
}
