import { z } from "zod";

/** Values of a key-value storage, by their keys. */
export type Values = [key: string, value: unknown][];

/** An object that is a spare, as it is called. The types of RPC know no `unknown`. */
export interface SpareStub {
  keepSpare: (of: string, values: Values) => Promise<void>;
  spare: () => Promise<Values | undefined>;
  dropSpare: () => Promise<void>;
}

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

  drop(): Promise<void> {
    return this.#storage.deleteAll();
  }
}
