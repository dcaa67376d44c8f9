import { z } from "zod";

/** A part that may be missing: undefined when it is null or malformed, too. */
const maybe = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

const text = z.string().trim().min(1);
const address = maybe(z.url({ protocol: /^https?$/ }));

/** A posting, as the list and its own address have it. */
export const Posting = z.object({
  id: z.string().regex(/^[A-Za-z0-9-]{1,40}$/),
  text,
  categories: maybe(
    z.object({
      location: maybe(text),
      allLocations: maybe(z.array(text)),
      commitment: maybe(text),
      team: maybe(text),
      department: maybe(text),
    }),
  ),
  country: maybe(z.string().regex(/^[A-Za-z]{2}$/)),
  /** Opening and body, as HTML. */
  description: maybe(z.string()),
  lists: maybe(z.array(z.object({ text: maybe(text), content: maybe(z.string()) }))),
  additional: maybe(z.string()),
  hostedUrl: address,
  applyUrl: address,
  workplaceType: maybe(z.enum(["on-site", "remote", "hybrid"])),
  salaryRange: maybe(
    z.object({
      currency: maybe(z.string().regex(/^[A-Za-z]{3}$/)),
      interval: maybe(text),
      min: maybe(z.number().positive()),
      max: maybe(z.number().positive()),
    }),
  ),
  salaryDescriptionPlain: maybe(text),
  /** In ms since 1970; not in the documentation. */
  createdAt: maybe(z.int().positive().max(8.64e15)),
});

export type Posting = z.infer<typeof Posting>;

/** One page of the list. A posting that is malformed is left out. */
export const Postings = z.array(z.unknown()).transform((postings) => ({
  /** How many there were, malformed ones among them: the next page begins behind them. */
  count: postings.length,
  postings: postings.flatMap((posting) => {
    const read = Posting.safeParse(posting);
    return read.success ? [read.data] : [];
  }),
}));
