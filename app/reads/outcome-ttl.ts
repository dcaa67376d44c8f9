/** How long missing data (404, 410) and failures are remembered, in ms. */
export const OUTCOME_TTL_MS = { gone: 10_000, failed: 2000 };
