import { z } from "zod";
import { BoundedMap } from "../runtime/bounded-map";
import type { InTime } from "../runtime/deadline.server";
import { faultLine } from "../runtime/fault.server";
import type { Client } from "./client.server";
import { PlatformError } from "./errors";
import type { PlatformReads } from "./hiring-platform.server";
import { parseJson } from "./position-copy-format.server";
import type { PositionCopy } from "./position-copy.server";

/** Delay before an unchanged company is stored again, in ms. Copies expire after a week. */
const STORED_MS = 60 * 60 * 1000;

const COPY_VERSION = 1;

/** A copy of a company, enough to style a screen like its pages. */
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

/** The company of a screen. */
export type Company = z.infer<typeof copySchema>;

const storedSchema = z.object({
  page: z.string().transform(parseJson).pipe(copySchema),
  version: z.literal(COPY_VERSION),
});

/** The companies that this isolate last stored, by lower-case code; `at` is in ms since 1970. */
const lastStored = new BoundedMap<string, { company: Company; json: string; at: number }>(1000);

interface CompaniesOptions {
  reads: Pick<PlatformReads, "client">;
  /** Shared with the copies of positions, under names that cannot be a position's id. */
  copies: DurableObjectNamespace<PositionCopy>;
  /** The company whose own host was requested. */
  owner: string | undefined;
  /** The company's code in the requested path. */
  code: string | undefined;
  /** Whether this client may look up unknown codes. */
  mayLook: () => boolean;
  /** Called when no company has the code. */
  onMissing: () => void;
  /** Limits the time that a screen waits. */
  inTime: InTime;
  waitUntil: (work: Promise<unknown>) => void;
}

/** Finds companies by the codes in their paths, which the platform cannot look up. */
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
    /** Stores a copy of a company. */
    keep: (company: Client): Client => {
      if (company.name !== "") store(company);
      return company;
    },

    /**
     * The company whose page failed; undefined if unknown.
     *
     * @param uuid the company's, if the failed read or the path has it
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
