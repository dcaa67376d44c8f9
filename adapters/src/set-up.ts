import type { z } from "zod";

/** What a system's `settings.ts` says of it, for the folders of companies and the commands. */
export interface SetUp {
  /** Its name in a folder. */
  name: string;
  /** A public board's address, as an example. */
  page: string;
  /** The `board` of a company's `company.json`. */
  Settings: z.ZodType;
  /** The settings that an address of the system's says; undefined if it names no board. */
  parseAddress: (url: URL) => Record<string, string> | undefined;
  /** The API's usual address. */
  defaultAddress: (board: { board: string }) => string;
  /** Other addresses of the API on the system's domain. */
  otherAddresses?: string[];
  /** What else to look at if a board cannot be read. */
  readHint?: string;
  /** What no call says, and the writer of a folder has to look up. */
  toCheck: string[];
  /** What a folder lacks, though it is right. */
  advice?: (board: { key?: string | undefined }) => string | undefined;
}
