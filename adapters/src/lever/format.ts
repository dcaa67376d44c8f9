import { z } from "zod";
import { currency } from "../../../contract/facts";
import { WORKPLACES } from "../../../contract/lists";
import { line, oneOf, text } from "../../../contract/values";
import { address, list, maybe } from "../format";

/** A posting, as the list and its own address have it. */
export const Posting = z.object({
  id: z.string().regex(/^[A-Za-z0-9-]{1,40}$/),
  text,
  categories: maybe(
    z.object({
      location: maybe(text),
      allLocations: list(text),
      commitment: maybe(text),
      team: maybe(line),
      department: maybe(line),
    }),
  ),
  country: maybe(z.string().regex(/^[A-Za-z]{2}$/)),
  /** Opening and body, as HTML. */
  description: maybe(z.string()),
  lists: maybe(z.array(z.object({ text: maybe(text), content: maybe(z.string()) }))),
  additional: maybe(z.string()),
  hostedUrl: address,
  applyUrl: address,
  /** `on-site` by the documentation; `onsite` has been seen. */
  workplaceType: maybe(oneOf(WORKPLACES)),
  salaryRange: maybe(
    z.object({
      currency: maybe(currency),
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
