import { z } from "zod";

/** Deliveries are counted by the ten minutes in which they were made. */
const SLOT_MS = 600_000;
const HOUR_SLOTS = 6;
const DAY_SLOTS = 144;

/** The version of what is stored. */
const DELIVERIES_VERSION = 1;

/**
 * How many applications were delivered, as it is stored: for each slot its number since 1970 and the
 * count, the oldest first.
 */
const deliveriesSchema = z.object({
  version: z.literal(DELIVERIES_VERSION),
  slots: z.array(z.tuple([z.number(), z.number()])),
});

export type Deliveries = z.infer<typeof deliveriesSchema>;

/** How many were delivered lately. */
export interface Delivered {
  /** In the last 50 to 60 minutes. */
  hour: number;
  /** In the last 24 hours, less up to ten minutes. */
  day: number;
}

/** What is stored, none if nothing is; undefined if another build stored it in a shape of its own. */
export function deliveriesIn(stored: unknown): Deliveries | undefined {
  if (stored === undefined) return { version: DELIVERIES_VERSION, slots: [] };
  return deliveriesSchema.safeParse(stored).data;
}

/** With one more delivery, and without what is older than a day. @param now ms since 1970 */
export function oneMore({ version, slots }: Deliveries, now: number): Deliveries {
  const slot = slotOf(now);
  const [, count] = slots.find(([at]) => at === slot) ?? [slot, 0];
  const others = slots.filter(([at]) => at !== slot && at > slot - DAY_SLOTS);
  return { version, slots: [...others, [slot, count + 1]] };
}

/** How many were delivered lately. @param now ms since 1970 */
export function deliveredLately({ slots }: Deliveries, now: number): Delivered {
  const inLast = (length: number) =>
    slots.reduce((sum, [at, count]) => (at > slotOf(now) - length ? sum + count : sum), 0);
  return { hour: inLast(HOUR_SLOTS), day: inLast(DAY_SLOTS) };
}

const slotOf = (now: number) => Math.floor(now / SLOT_MS);
