import { address } from "./pieces.generated.json";

/** Taken before a company's script can replace it. */
const { fetch } = globalThis;

/**
 * Fetches libphonenumber's metadata of one calling code (`scripts/numbering.mjs`).
 *
 * @returns what has come, which may be anything @throws if nothing comes that can be read
 */
export const fetchPiece = async (dialCode: string): Promise<unknown> =>
  (await fetch(`${address}${dialCode}.json`)).json();
