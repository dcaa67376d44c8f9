import { z } from "zod";
import { BoundedMap } from "../runtime/bounded-map";
import type { InTime } from "../runtime/deadline.server";
import { faultLine } from "../runtime/fault.server";
import type { Client } from "./client.server";
import { PlatformError } from "./errors";
import type { PlatformReads } from "./hiring-platform.server";
import { parseJson } from "./position-copy-format.server";
import type { PositionCopy } from "./position-copy.server";

/** A company that has not changed is stored again after so many ms: a copy lives for a week. */
const STORED_MS = 60 * 60 * 1000;

const COPY_VERSION = 1;

/** A copy of a company: what a screen needs to look like its pages. */
const copySchema = z.object({
  uuid: z.string(),
  code: z.string(),
  name: z.string(),
  css: z.string(),
  country: z.string().exactOptional(),
  logo: z.string().exactOptional(),
  favicon: z.string().exactOptional(),
  languageDefault: z.string().exactOptional(),
  languages: z.array(z.string()).exactOptional(),
} satisfies Partial<Record<keyof Client, z.ZodType>>);

/** A company as a screen shows it. */
export type Company = z.infer<typeof copySchema>;

const storedSchema = z.object({
  page: z.string().transform(parseJson).pipe(copySchema),
  version: z.literal(COPY_VERSION),
});

/** What this isolate last stored, by the company's code in lower case; `at` is in ms since 1970. */
const lastStored = new BoundedMap<string, { company: Company; json: string; at: number }>(1000);

interface CompaniesOptions {
  reads: Pick<PlatformReads, "client">;
  /** Copies are kept beside those of positions, under names that no position can have. */
  copies: DurableObjectNamespace<PositionCopy>;
  /** The company whose own host was asked. */
  owner: string | undefined;
  /** The company's code in the address that was asked for. */
  code: string | undefined;
  /** Whether this client may look up a code that may not exist. */
  mayLook: () => boolean;
  /** Called when no company has the code. */
  onMissing: () => void;
  /** Ends what a screen waits for. */
  inTime: InTime;
  waitUntil: (work: Promise<unknown>) => void;
}

/** Companies by the codes in their addresses: the platform finds them by their uuids alone. */
export function createCompanies(options: CompaniesOptions) {
  const { reads, copies, owner, code, mayLook, onMissing, inTime, waitUntil } = options;
  const copyOf = (key: string) => copies.get(copies.idFromName(`company ${key}`));

  function store(company: Client): void {
    const key = company.code.toLowerCase();
    const last = lastStored.get(key);
    const copied = copySchema.parse(company);
    const json = JSON.stringify(copied);
    if (last?.json === json && Date.now() - last.at < STORED_MS) return;
    lastStored.set(key, { company: copied, json, at: Date.now() });
    waitUntil(
      copyOf(key)
        .put(json, Date.now(), COPY_VERSION)
        .catch((error: unknown) => {
          console.error("A company could not be kept for its screens:", faultLine(error));
        }),
    );
  }

  async function copy(): Promise<Company | undefined> {
    if (code === undefined) return undefined;
    const key = code.toLowerCase();
    const last = lastStored.get(key);
    if (last) return last.company;
    if (!mayLook()) return undefined;
    const stored = await inTime(() => copyOf(key).get()).catch(() => "unread");
    if (!stored) onMissing();
    return storedSchema.safeParse(stored).data?.page;
  }

  return {
    /** Stores a copy of a company that was read. */
    keep: (company: Client): Client => {
      if (company.name !== "") store(company);
      return company;
    },

    /**
     * The company whose page could not be shown; undefined where it is not known.
     *
     * @param uuid the company's, where the failed read or the address says it
     */
    find: async (uuid = owner): Promise<Company | undefined> => {
      const copied = uuid === undefined ? await copy() : undefined;
      const named = uuid ?? copied?.uuid;
      if (named === undefined) return undefined;
      try {
        const company = await inTime(() => reads.client(named));
        return company.name === "" ? undefined : company;
      } catch (error) {
        if (error instanceof PlatformError && error.isGone) return undefined;
        const last = copied ?? (await copy());
        return last?.uuid === named ? last : undefined;
      }
    },
  };
}
