import { z } from "zod";
import { within } from "../../runtime/deadline.server";
import { faultLine } from "../../runtime/fault.server";
import { shardOf } from "./shards";
import { isUnsent, type ApplicationState } from "./state";
import { entryOf, entrySchema, isUpToDate } from "./undelivered";
import type { UndeliveredIndex } from "./undelivered-index.server";

/** What the application last told the index; without an entry while the index has not answered. */
const listedSchema = z.object({ receiptId: z.string(), entry: entrySchema.optional() });

type Listed = z.infer<typeof listedSchema>;

interface ListingOptions {
  /** The state that the index must know of, at the moment of asking; undefined if there is none. */
  state: () => ApplicationState | undefined;
  /** An object of the index, by its name. */
  index: (
    name: string,
  ) => Pick<DurableObjectStub<UndeliveredIndex>, "put" | "remove" | "countDelivery">;
  timeoutMs: () => number;
}

/**
 * An application's side of the index: remembers what it told the index, tells it what changed, and has
 * it count a delivery.
 */
export class Listing {
  readonly #kv: SyncKvStorage;
  readonly #options: ListingOptions;
  #telling: Promise<void> | undefined;

  constructor(kv: SyncKvStorage, options: ListingOptions) {
    this.#kv = kv;
    this.#options = options;
  }

  /** Whether the index is known to hold the right entry, or none, for this state. */
  isRight(state: ApplicationState): boolean {
    const stored = this.#kv.get("listed");
    if (stored === undefined) return entryOf(state) === undefined;
    const entry = listedOf(stored)?.entry;
    return entry !== undefined && isUpToDate(entry, state);
  }

  /**
   * Tells the index until it knows the state of now. One telling is under way at a time, so that two
   * never overtake each other. Ends early if the index cannot be reached: the alarm tells it again.
   */
  tell(): Promise<void> {
    this.#telling ??= this.#tell().finally(() => {
      this.#telling = undefined;
    });
    return this.#telling;
  }

  async #tell(): Promise<void> {
    try {
      let state = this.#options.state();
      while (state && !this.isRight(state)) {
        await this.#tellOf(state);
        state = this.#options.state();
      }
    } catch (error) {
      console.error(
        "The index of undelivered applications could not be reached:",
        faultLine(error),
      );
    }
  }

  /** Has the index count a delivery. If it does not answer, this one may be missing. Never throws. */
  async countDelivery(receiptId: string): Promise<void> {
    const { index, timeoutMs } = this.#options;
    try {
      await within(timeoutMs(), async () => index(shardOf(receiptId)).countDelivery());
    } catch (error) {
      console.warn("A delivery may not have been counted:", faultLine(error));
    }
  }

  async #tellOf(state: ApplicationState): Promise<void> {
    const { index, timeoutMs } = this.#options;
    const wanted = entryOf(state);
    const told = listedOf(this.#kv.get("listed"));
    const receiptId = told?.receiptId ?? (isUnsent(state) ? undefined : state.record.receiptId);
    if (receiptId === undefined) {
      this.#kv.delete("listed");
      return;
    }
    const shard = index(shardOf(receiptId));
    // Until the index answers, it is unknown what it holds.
    this.#kv.put("listed", { receiptId } satisfies Listed);
    await within(timeoutMs(), async () => (wanted ? shard.put(wanted) : shard.remove(receiptId)));
    // The application may have been forgotten meanwhile.
    if (this.#kv.get("listed") === undefined) return;
    if (wanted) this.#kv.put("listed", { receiptId, entry: wanted } satisfies Listed);
    else this.#kv.delete("listed");
  }
}

/** Parses what was stored; undefined if it cannot be read: the index then has to be told again. */
const listedOf = (stored: unknown): Listed | undefined => listedSchema.safeParse(stored).data;
