/**
 * The build whose fixture today's build opens: the last one in tests/fixtures/storage. When a stored
 * shape changes, a new fixture is written, and this names it (docs/decisions/0019).
 */
export const PRESENT = "58261c8";
