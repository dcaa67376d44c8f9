import type { Call, FakeAnswer } from "./fake-platform-http";

export type Behaviour =
  | { does: "usual" }
  | { does: "answer"; answer: FakeAnswer }
  | { does: "take-and-answer"; answer: FakeAnswer }
  /** Takes the application, and sends a 201 byte by byte, or only its first bytes. */
  | { does: "take-and-drip"; everyMs: number; bytes?: number }
  | { does: "stall" }
  | { does: "take-and-stall" }
  | { does: "stall-body" }
  | { does: "drop" }
  | { does: "lose-answer" };

interface Orders {
  always: Behaviour | ((key: string | undefined) => Behaviour) | undefined;
  next: Behaviour[];
}

/** What to do with a call instead of answering it as usual: always, or the next times. */
export function createOrders() {
  const told = new Map<Call, Orders>();
  return {
    /** What to do with a call that has come; undefined is as usual. */
    next: (call: Call, key?: string): Behaviour | undefined => {
      const orders = told.get(call);
      const always = orders?.always;
      return orders?.next.shift() ?? (typeof always === "function" ? always(key) : always);
    },

    on: (call: Call) => {
      const orders = told.get(call) ?? { always: undefined, next: [] };
      told.set(call, orders);
      return {
        ...createActions((behaviour) => (orders.always = behaviour)),
        /** Asks what to do, at each call, by its `Idempotency-Key`. */
        each: (choose: (key: string | undefined) => Behaviour) => void (orders.always = choose),
        once: createActions((behaviour) => orders.next.push(behaviour)),
        reset: () => void told.delete(call),
      };
    },

    reset: () => told.clear(),
  };
}

function createActions(tell: (behaviour: Behaviour) => unknown) {
  return {
    answer: (answer: FakeAnswer) => void tell({ does: "answer", answer }),
    /** An HTML page, as a proxy in front of a platform answers. */
    html: (status = 200) =>
      void tell({
        does: "answer",
        answer: {
          status,
          body: "<!doctype html><title>Something</title><p>Not what you asked for.",
          headers: { "Content-Type": "text/html" },
        },
      }),
    /** Takes the request in and never answers. */
    stall: () => void tell({ does: "stall" }),
    /** Does what was asked, and never answers. */
    takeAndStall: () => void tell({ does: "take-and-stall" }),
    /** Answers 200 and the first byte of a body that never goes on. */
    stallBody: () => void tell({ does: "stall-body" }),
    /** Cuts the connection as soon as the request's head is there. */
    drop: () => void tell({ does: "drop" }),
  };
}
