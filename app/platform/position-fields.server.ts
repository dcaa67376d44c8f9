import type { z } from "zod";
import type { aboutFields, Field, Standard } from "./field-format.server";

/** What a position asks, as this build reads it. */
export interface PositionFields extends z.infer<z.ZodObject<typeof aboutFields>> {
  /** In the platform's order, each id once. */
  fields: Field[];
  /** What the position says of the specification's own fields; the rest is as it is without it. */
  standard: Partial<Standard>;
}

/** Reads what a position says of its fields. */
export function positionFields(_position: object): PositionFields {
  return { fields: [], standard: {} };
}
