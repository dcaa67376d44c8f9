import { z } from "zod";

/** Values of a key-value storage, by their keys. */
export type Values = [key: string, value: unknown][];

/** An object that is a spare, as it is called. The types of RPC know no `unknown`. */
export interface SpareStub {
  keepSpare: (of: string, values: Values) => Promise<void>;
  spare: () => Promise<Values | undefined>;
  dropSpare: (mark?: string) => Promise<void>;
}

/** The key of a copy's mark among its values: a call that is late must not drop the copy after it. */
const MARK = "spareMark";

/** A copy with a mark of its own. A build before marks puts it back like any other value. */
export function marked(values: Values): { mark: string; values: Values } {
  const mark = crypto.randomUUID();
  return { mark, values: [...withoutMark(values), [MARK, mark]] };
}

/** The mark of a copy; undefined if a build before marks made it. */
export const markOf = (values: Values): string | undefined => {
  const mark = values.find(([key]) => key === MARK)?.[1];
  return typeof mark === "string" ? mark : undefined;
};

export const withoutMark = (values: Values): Values => values.filter(([key]) => key !== MARK);

/** For how long a spare waits before it looks whether it is needed, in ms. */
export const SPARE_WAITS_MS = 60_000;

const spareSchema = z.object({
  /** The id of the object that it is the spare of. */
  of: z.string(),
  values: z.array(z.tuple([z.string(), z.unknown()])),
});

/**
 * The other use of an application's object, under another name: it keeps a copy of what an application
 * stores while that storage is made anew (`renewal.server.ts`). It holds nothing that was entered.
 */
export class Spare {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Keeps a copy, until it is dropped. */
  keep(of: string, values: Values): Promise<void> {
    this.#storage.kv.put("spare", { of, values } satisfies z.infer<typeof spareSchema>);
    return this.#storage.setAlarm(Date.now() + SPARE_WAITS_MS);
  }

  /** What it keeps, and for which object; undefined if it keeps nothing. */
  get kept(): z.infer<typeof spareSchema> | undefined {
    return spareSchema.safeParse(this.#storage.kv.get("spare")).data;
  }

  /** Drops its copy. @param mark of the copy that is meant; without one, any */
  async drop(mark?: string): Promise<void> {
    const { kept } = this;
    if (mark !== undefined && kept && markOf(kept.values) !== mark) return;
    await this.#storage.deleteAll();
  }
}
