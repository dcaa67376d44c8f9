import * as z from "zod";
import { currency } from "~/contract/facts";
import { WORKPLACES } from "~/contract/lists";
import { line, oneOf, text } from "~/contract/values";
import { address, list, lenient } from "../format";

/** A posting, in the list or at its own URL. */
export const Posting = z.object({
  id: z.string().regex(/^[A-Za-z0-9-]{1,40}$/),
  text,
  categories: lenient(
    z.object({
      location: lenient(text),
      allLocations: list(text),
      commitment: lenient(text),
      team: lenient(line),
      department: lenient(line),
    }),
  ),
  country: lenient(z.string()),
  /** Opening and body, as HTML. */
  description: lenient(z.string()),
  lists: list(z.object({ text: lenient(text), content: lenient(z.string()) })),
  additional: lenient(z.string()),
  hostedUrl: address,
  applyUrl: address,
  /** Documented as `on-site`, but `onsite` also occurs. */
  workplaceType: lenient(oneOf(WORKPLACES)),
  salaryRange: lenient(
    z.object({
      currency: lenient(currency),
      interval: lenient(text),
      min: lenient(z.number().positive()),
      max: lenient(z.number().positive()),
    }),
  ),
  salaryDescription: lenient(text),
  salaryDescriptionPlain: lenient(text),
  /** In ms since 1970; undocumented. */
  createdAt: lenient(z.int().positive().max(8.64e15)),
});

export type Posting = z.infer<typeof Posting>;
