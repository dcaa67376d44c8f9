import { z } from "zod";
import type { AttemptOutcome } from "./attempt.server";
import { within } from "../../runtime/deadline.server";
import { faultLine } from "../../runtime/fault.server";
import { retryDelay } from "./backoff";
import { isFirstReported, reportOf, type ReleaseSettings } from "./release";
import type { ReleaseGate } from "./release-gate.server";
import type { Contents, Sending } from "./state";

/** How long the gate has to answer, in ms. */
const GATE_TIMEOUT_MS = 3000;

/** The wait for a turn; `isAlone`: the gate did not answer when it was last asked. */
const turnSchema = z.object({ askAt: z.number(), isAlone: z.boolean() });

type Gate = Pick<DurableObjectStub<ReleaseGate>, "turn" | "report">;

interface TurnSettings extends ReleaseSettings {
  DELIVER_FOR_MS: number;
}

/**
 * An application's side of the release gate. While it waits for its turn, its state stays as it is: no
 * attempt is counted, and the index is told nothing. Never throws: a gate that does not answer holds
 * nothing up for longer than one delay.
 */
export class Turn {
  readonly #kv: SyncKvStorage;
  readonly #gate: (clientUuid: string) => Gate;
  /** The last report; settled when the gate has it, or has not answered. */
  reported: Promise<void> = Promise.resolve();

  constructor(kv: SyncKvStorage, gate: (clientUuid: string) => Gate) {
    this.#kv = kv;
    this.#gate = gate;
  }

  /** When it asks again, in ms since 1970; 0 if it does not wait for a turn. */
  get askAt(): number {
    return this.#stored?.askAt ?? 0;
  }

  /**
   * Whether the attempt may be made now. If not, it must ask again at `askAt`. If the gate does not
   * answer, the application waits once more, for up to its own delay, and then goes without asking.
   */
  async ask({ attempts, record, contents }: Sending, settings: TurnSettings): Promise<boolean> {
    const now = Date.now();
    const end = record.sentAt + settings.DELIVER_FOR_MS;
    const wait = await this.#tell(contents, async (gate) =>
      gate.turn(record.receiptId, now >= end),
    );
    if (wait === 0 || (wait === undefined && this.#stored?.isAlone)) return true;
    const askAt = now + (wait ?? Math.ceil(retryDelay(attempts, settings, 1) * Math.random()));
    this.#kv.put("turn", {
      // The last attempt is asked for when its time is up, however long the others wait.
      askAt: now < end ? Math.min(askAt, end) : askAt,
      isAlone: wait === undefined,
    } satisfies z.infer<typeof turnSchema>);
    return false;
  }

  /** An attempt begins: nothing is waited for any more. */
  take(): void {
    if (this.#kv.get("turn") !== undefined) this.#kv.delete("turn");
  }

  /** Says what came of an attempt; of a first one only if the others may follow. */
  report({ attempts, record, contents }: Sending, outcome: AttemptOutcome): Promise<void> {
    const report = reportOf(record.receiptId, outcome);
    if (attempts === 1 && !isFirstReported(report)) return Promise.resolve();
    this.reported = this.#tell(contents, async (gate) => gate.report(report)).then(() => undefined);
    return this.reported;
  }

  get #stored(): z.infer<typeof turnSchema> | undefined {
    return turnSchema.safeParse(this.#kv.get("turn")).data;
  }

  /** What the gate answers; undefined if it does not. */
  async #tell<T>(
    { clientUuid }: Contents,
    call: (gate: Gate) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await within(GATE_TIMEOUT_MS, () => call(this.#gate(clientUuid)));
    } catch (error) {
      console.error("The release gate could not be reached:", faultLine(error));
      return undefined;
    }
  }
}
