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

/** Orders to misbehave on a call: always, or for the next calls. */
export function createOrders() {
  const orders = new Map<Call, Orders>();
  return {
    /** The behaviour for the current call. Undefined means the usual answer. */
    next: (call: Call, key?: string): Behaviour | undefined => {
      const current = orders.get(call);
      const always = current?.always;
      return current?.next.shift() ?? (typeof always === "function" ? always(key) : always);
    },

    on: (call: Call) => {
      const current = orders.get(call) ?? { always: undefined, next: [] };
      orders.set(call, current);
      return {
        ...createActions((behaviour) => (current.always = behaviour)),
        /** Chooses the behaviour of each call by its `Idempotency-Key`. */
        each: (choose: (key: string | undefined) => Behaviour) => void (current.always = choose),
        once: createActions((behaviour) => current.next.push(behaviour)),
        reset: () => void orders.delete(call),
      };
    },

    reset: () => orders.clear(),
  };
}

function createActions(setBehaviour: (behaviour: Behaviour) => unknown) {
  return {
    answer: (answer: FakeAnswer) => void setBehaviour({ does: "answer", answer }),
    /** An HTML page, as a proxy in front of a platform answers. */
    html: (status = 200) =>
      void setBehaviour({
        does: "answer",
        answer: {
          status,
          body: "<!doctype html><title>Something</title><p>Not what you asked for.",
          headers: { "Content-Type": "text/html" },
        },
      }),
    /** Reads the request and never answers. */
    stall: () => void setBehaviour({ does: "stall" }),
    /** Carries out the request, and never answers. */
    takeAndStall: () => void setBehaviour({ does: "take-and-stall" }),
    /** Answers 200 and the first byte of a body, then stalls. */
    stallBody: () => void setBehaviour({ does: "stall-body" }),
    /** Closes the connection once the request's headers have arrived. */
    drop: () => void setBehaviour({ does: "drop" }),
  };
}
