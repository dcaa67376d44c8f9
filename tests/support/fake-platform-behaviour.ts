import type { Call, FakeResponse } from "./fake-platform-http";

export type Behaviour =
  | { kind: "default" }
  | { kind: "answer"; answer: FakeResponse }
  | { kind: "take-and-answer"; answer: FakeResponse }
  /** Accepts the application. Sends a 201 response, or its first `bytes` bytes, byte by byte. */
  | { kind: "take-and-drip"; everyMs: number; bytes?: number }
  | { kind: "stall" }
  | { kind: "take-and-stall" }
  | { kind: "stall-body" }
  | { kind: "drop" }
  /** Responds with 200 once the headers have arrived. `then` selects what happens to the rest of the request. */
  | { kind: "early"; then: "close" | "reset" | "stop reading" | "read on" }
  | { kind: "lose-answer" };

interface CallBehaviours {
  always: Behaviour | ((key: string | undefined) => Behaviour) | undefined;
  next: Behaviour[];
}

/** Creates the fake platform's behaviours: a permanent one for each call, and a queue for the next calls. */
export function createBehaviours() {
  const behaviours = new Map<Call, CallBehaviours>();
  return {
    /** Returns the behaviour for the current call. Undefined means the default response. */
    next: (call: Call, key?: string): Behaviour | undefined => {
      const current = behaviours.get(call);
      const always = current?.always;
      return current?.next.shift() ?? (typeof always === "function" ? always(key) : always);
    },

    on: (call: Call) => {
      const current = behaviours.get(call) ?? { always: undefined, next: [] };
      behaviours.set(call, current);
      return {
        ...createActions((behaviour) => (current.always = behaviour)),
        /** Chooses the behaviour of each call by its `Idempotency-Key`. */
        each: (choose: (key: string | undefined) => Behaviour) => void (current.always = choose),
        once: createActions((behaviour) => current.next.push(behaviour)),
        reset: () => void behaviours.delete(call),
      };
    },

    reset: () => behaviours.clear(),
  };
}

function createActions(setBehaviour: (behaviour: Behaviour) => unknown) {
  return {
    answer: (answer: FakeResponse) => void setBehaviour({ kind: "answer", answer }),
    /** Responds with an HTML page, as a proxy in front of a platform might. */
    html: (status = 200) =>
      void setBehaviour({
        kind: "answer",
        answer: {
          status,
          body: "<!doctype html><title>Something</title><p>Not what you asked for.",
          headers: { "Content-Type": "text/html" },
        },
      }),
    /** Reads the request and never responds. */
    stall: () => void setBehaviour({ kind: "stall" }),
    /** Sends a 200 response with the first byte of its body, then stalls. */
    stallBody: () => void setBehaviour({ kind: "stall-body" }),
    /** Closes the connection once the request's headers have arrived. */
    drop: () => void setBehaviour({ kind: "drop" }),
  };
}
