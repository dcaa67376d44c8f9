/**
 * The build whose fixture is of the shapes that today's build stores: the last one in
 * tests/fixtures/storage. When a stored shape changes, a new fixture is written, and this names it
 * (docs/decisions/0019).
 */
export const PRESENT = "0061654";

/** The build before it: what it stored is opened in the same way. */
export const BEFORE = "58261c8";
