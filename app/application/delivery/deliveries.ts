import { z } from "zod";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Deliveries are counted by the ten minutes in which they were made. */
const SLOT_MS = 10 * MINUTE_MS;

/** The version of what is stored. */
const DELIVERIES_VERSION = 1;

/**
 * How many applications were delivered, as it is stored: for each slot when it began, in ms since 1970,
 * and the count, the oldest first.
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
  const [, count] = slots.find(([begun]) => begun === slot) ?? [slot, 0];
  const others = slots.filter(([begun]) => begun !== slot && begun > slot - DAY_MS);
  return { version, slots: [...others, [slot, count + 1]] };
}

/** How many were delivered lately. @param now ms since 1970 */
export function deliveredLately({ slots }: Deliveries, now: number): Delivered {
  const inLast = (ms: number) =>
    slots.reduce((sum, [begun, count]) => (begun > slotOf(now) - ms ? sum + count : sum), 0);
  return { hour: inLast(HOUR_MS), day: inLast(DAY_MS) };
}

/** When the slot of a time began. */
const slotOf = (now: number) => now - (now % SLOT_MS);
