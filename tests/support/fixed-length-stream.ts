import { vi } from "vitest";

/** Imitates workerd's `FixedLengthStream`, which Node lacks. */
export function stubFixedLengthStream(): void {
  class FixedLengthStream extends TransformStream {
    constructor(_: number) {
      super();
    }
  }
  vi.stubGlobal("FixedLengthStream", FixedLengthStream);
}
