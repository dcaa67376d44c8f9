import type * as z from "zod";

/** Describes a system for company folders and commands. Each system's `settings.ts` exports a `setup`. */
export interface Setup {
  /** The system's name in a company's folder. */
  name: string;
  /** An example URL of a public board. */
  page: string;
  /** Schema of `board` in a company's `company.json`. */
  Settings: z.ZodType;
  /** Parses a board's public URL. Returns undefined for other URLs. */
  parseAddress: (url: URL) => Record<string, string> | undefined;
  defaultAddress: (board: { board: string }) => string;
  /** Other URLs of the API on the system's domain. */
  otherAddresses?: string[];
  /** A hint for boards that cannot be read. */
  readHint?: string;
  /** Facts that the API does not reveal, for the operator to check. */
  toCheck: string[];
  /** Returns a warning about a valid folder, if any. */
  advice?: (board: { key?: string | undefined }) => string | undefined;
}
