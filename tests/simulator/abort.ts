/** AbortController as far as the delivery room uses it: Node's own costs more than all that it stops. */
export class VirtualAbortController {
  readonly signal = new VirtualAbortSignal();

  abort(reason: unknown = new Error("aborted")): void {
    this.signal.end(reason);
  }
}

class VirtualAbortSignal {
  aborted = false;
  reason: unknown;
  readonly #listeners = new Set<() => void>();

  addEventListener(_: "abort", listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  /** Tells whoever listens, once. */
  end(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners) listener();
  }
}
