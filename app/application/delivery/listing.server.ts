import { faultLine } from "../../runtime/fault.server";
import { z } from "zod";
import { within } from "../../runtime/deadline.server";
import { isUnsent, type ApplicationState } from "./state";
import { entrySchema, isSame, type UndeliveredEntry } from "./undelivered";
import type { UndeliveredIndex } from "./undelivered-index.server";

/** What the index was told of an application; without an entry while that is not sure. */
const listedSchema = z.object({ receiptId: z.string(), entry: entrySchema.optional() });

type Listed = z.infer<typeof listedSchema>;

/** An application's own side of the index: what the index was told last, and is to be told. */
export class Listing {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  /** Whether the index says what it should of an application in this state. */
  isRight(state: ApplicationState): boolean {
    const stored = this.#kv.get("listed");
    const wanted = entryOf(state);
    if (stored === undefined || !wanted) return stored === undefined && !wanted;
    return isSame(listedOf(stored)?.entry, wanted);
  }

  /** Tells the index. Its own trouble stops no application: it is told again later. */
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
    // Until the index has answered nobody knows what it says.
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

/** What was stored; undefined for what the first builds wrote, of which nothing is sure. */
const listedOf = (stored: unknown): Listed | undefined => listedSchema.safeParse(stored).data;

/** What the index is to say of an application; undefined if it is not to name it. */
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
      return { ...about, state: "waiting", attempts, lastStatus, dueAt };
    }
    case "failed": {
      if (!state.kept) return undefined;
      const { attempts, lastStatus = null } = state.kept;
      return { ...about, state: "failed", attempts, lastStatus, dueAt: state.keepUntil };
    }
    case "delivered":
    case "already-applied":
      return undefined;
  }
}
