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
  pasted: (url: URL) => Record<string, string> | undefined;
  /** The API's usual address. */
  usual: (board: { board: string }) => string;
  /** Other addresses of the API on the system's domain. */
  alsoAt?: string[];
  /** What else to look at if a board cannot be read. */
  unread?: string;
  /** What no call says, and the writer of a folder has to look up. */
  notKnown: string[];
  /** What a folder lacks, though it is right. */
  advice?: (board: { key?: string | undefined }) => string | undefined;
}
