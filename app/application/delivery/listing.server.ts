import { faultLine } from "../../runtime/fault.server";
import { z } from "zod";
import { within } from "../../runtime/deadline.server";
import { isUnsent, type ApplicationState } from "./state";
import { entrySchema, isSame, type UndeliveredEntry } from "./undelivered";
import type { UndeliveredIndex } from "./undelivered-index.server";

/** What the application last told the index; without an entry while the index has not answered. */
const listedSchema = z.object({ receiptId: z.string(), entry: entrySchema.optional() });

type Listed = z.infer<typeof listedSchema>;

/** An application's side of the index: remembers what it told the index, and tells it what changed. */
export class Listing {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  /** Whether the index is known to hold the right entry, or none, for this state. */
  isRight(state: ApplicationState): boolean {
    const stored = this.#kv.get("listed");
    const wanted = entryOf(state);
    if (stored === undefined || !wanted) return stored === undefined && !wanted;
    return isSame(listedOf(stored)?.entry, wanted);
  }

  /** Tells the index. Never throws: if the index cannot be reached, the alarm tells it again. */
  async tell(
    state: ApplicationState,
    index: Pick<DurableObjectStub<UndeliveredIndex>, "put" | "remove">,
    timeoutMs: number,
  ): Promise<void> {
    const wanted = entryOf(state);
    const stored = listedOf(this.#kv.get("listed"));
    const receiptId =
      wanted?.receiptId ??
      stored?.receiptId ??
      (isUnsent(state) ? undefined : state.record.receiptId);
    if (receiptId === undefined || this.isRight(state)) return;
    // Until the index answers, it is unknown what it holds.
    this.#kv.put("listed", { receiptId } satisfies Listed);
    try {
      await within(timeoutMs, async () => {
        await (wanted ? index.put(wanted) : index.remove(receiptId));
      });
      if (wanted) this.#kv.put("listed", { receiptId, entry: wanted } satisfies Listed);
      else this.#kv.delete("listed");
    } catch (error) {
      console.error(
        "The index of undelivered applications could not be reached:",
        faultLine(error),
      );
    }
  }
}

/** Parses what was stored; undefined for the shape of the first builds, which cannot be trusted. */
const listedOf = (stored: unknown): Listed | undefined => listedSchema.safeParse(stored).data;

/** The entry that the index must hold for a state; undefined if it must hold none. */
function entryOf(state: ApplicationState): UndeliveredEntry | undefined {
  if (isUnsent(state)) return undefined;
  const { positionUuid, record } = state;
  const { receiptId, sentAt, company } = record;
  const about = { receiptId, sentAt, positionUuid, clientUuid: company.uuid };
  switch (state.state) {
    case "sending":
    case "waiting": {
      const { attempts, lastStatus = null } = state;
      const dueAt = state.state === "waiting" ? state.nextAt : state.startedAt;
      const listed = state.state === "sending" && state.isUnconfirmed ? "unconfirmed" : "waiting";
      return { ...about, state: listed, attempts, lastStatus, dueAt };
    }
    case "failed": {
      if (!state.kept) return undefined;
      const { attempts, lastStatus = null } = state.kept;
      return { ...about, state: "failed", attempts, lastStatus, dueAt: state.keepUntil };
    }
    case "unconfirmed": {
      const { attempts, lastStatus = null } = state.kept;
      return { ...about, state: "unconfirmed", attempts, lastStatus, dueAt: state.keepUntil };
    }
    case "delivered":
    case "already-applied":
      return undefined;
  }
}
