import type { z } from "zod";

/** Describes a system, for company folders and the commands. Each system's `settings.ts` exports one. */
export interface SetUp {
  /** Its name in a company's folder. */
  name: string;
  /** An example of a public board's address. */
  page: string;
  /** The `board` of a company's `company.json`. */
  Settings: z.ZodType;
  /** Settings from a board's address; undefined if the address is not a board's. */
  parseAddress: (url: URL) => Record<string, string> | undefined;
  defaultAddress: (board: { board: string }) => string;
  /** Other addresses of the API on the system's domain. */
  otherAddresses?: string[];
  /** A hint for boards that cannot be read. */
  readHint?: string;
  /** Facts that the API does not reveal, for the operator to check. */
  toCheck: string[];
  /** A warning about a valid folder. */
  advice?: (board: { key?: string | undefined }) => string | undefined;
}
