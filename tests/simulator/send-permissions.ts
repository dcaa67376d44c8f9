import { mayHaveBeenAccepted } from "./answers";
import type { Request } from "./platform";
import { Violation } from "./scheduler";
import type { Sent } from "./locator";
import type { World } from "./world";

/** Tracks which applications the site is allowed to send. Applications are identified by first name. */
export class SendPermissions {
  /** The times at which a candidate or an operator last requested an attempt. */
  readonly #requestedAt = new Map<string, number>();
  /** Candidates who got an error, until their next attempt is requested. */
  readonly #withError = new Set<string>();
  /** Unconfirmed applications that "send all" skipped and that have not been requested since. */
  readonly #skipped = new Set<string>();

  constructor(private readonly world: World) {}

  recordRequest(name: string): void {
    this.#requestedAt.set(name, this.world.scheduler.now);
    this.#withError.delete(name);
    this.#skipped.delete(name);
  }

  recordError(name: string): void {
    this.#withError.add(name);
  }

  recordSkip(name: string): void {
    this.#skipped.add(name);
  }

  /** @throws Violation if the attempt is not allowed */
  checkAttempt(name: string, before: readonly Request[], sent: Sent | undefined): void {
    if (this.#skipped.has(name)) {
      throw new Violation('"send all" skips unconfirmed applications', `${name} is sent again`);
    }
    if (this.#withError.has(name)) {
      throw new Violation("nothing is sent after an error response", `${name} is sent again`);
    }
    const last = before.at(-1);
    const isAmbiguous = last !== undefined && mayHaveBeenAccepted(last.seen);
    if (this.world.settings.RETRY_AMBIGUOUS === "on" || !isAmbiguous) return;
    if ((this.#requestedAt.get(name) ?? 0) >= last.startedAt) return;
    // A double click requests two attempts, even if the second request arrives late.
    if (sent && sent.pendingSends > 0 && sent.sendCount > before.length) return;
    const answer = last.seen?.status ?? "no response";
    throw new Violation("RETRY_AMBIGUOUS=off", `${name} is sent again after ${answer}`);
  }
}
