import { createHash } from "node:crypto";
import type { Call, FakeAnswer } from "../fake-platform-http";
import { NAME } from "./fates";

/** What a hostile platform remembers of all that it was asked and has answered, to be asked later. */
export function createMemory() {
  const taken = new Set<string>();
  const said = new Map<string, Set<string>>();
  const pages = new Set<string>();
  const conflicts = new Map<string, number>();
  const contents = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  const cuts = { answer: new Set<number>(), request: new Set<number>() };
  const turns = new Map<string, number>();
  const putOff = new Set<string>();
  const strays: string[] = [];

  return {
    /** Calls outside of the contract, such as where a redirect leads to. */
    strays,
    /** Keys of applications that were told to come again in an hour or later. */
    putOff,
    /** At which bytes of an answer, and of a request's body, the connection of an apply call was cut. */
    cuts,
    /** How often each thing happened. */
    counts,
    count: (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1),

    took: (key: string) => void taken.add(key),
    /** Whether it has the application. What it has, it keeps. */
    has: (key: string) => taken.has(key),

    /** Notes what an attempt carried, from its first byte to its last. */
    brought(key: string, all: unknown): void {
      const digest = createHash("sha256").update(JSON.stringify(all)).digest("hex");
      contents.set(key, (contents.get(key) ?? new Set()).add(digest));
    },
    /** Keys whose attempts did not all carry the same. */
    changed: () => [...contents].filter(([, all]) => all.size > 1).map(([key]) => key),

    answered(key: string, { status = 200, headers, body }: FakeAnswer): void {
      const { detail } = (typeof body === "object" ? body : {}) as { detail?: string };
      if (detail !== undefined) said.set(key, (said.get(key) ?? new Set()).add(detail));
      if (status === 409) conflicts.set(key, (conflicts.get(key) ?? 0) + 1);
      if (status < 300 && headers?.["Content-Type"]?.includes("html")) pages.add(key);
    },
    /** What the platform has said about an application. */
    said: (key: string): string[] => [...(said.get(key) ?? [])],
    /** Whether a platform that answers so may have an application or not, for all that one can know. */
    isDoubtful: (key: string) => pages.has(key) || (conflicts.get(key) ?? 0) > 1,

    /**
     * Where to cut next: for the apply call at one byte after the other, from the start and from the
     * end in turns; for a read anywhere.
     */
    nextCut(what: "answer" | "request", call: Call, length: number): number {
      const turn = turns.get(what + call) ?? 0;
      turns.set(what + call, turn + 1);
      const place = Math.floor(turn / 2) % length;
      const at = turn % 2 === 0 ? place : length - 1 - place;
      if (call === "apply") cuts[what].add(at);
      return at;
    },
  };
}

/** An answer in which the platform calls the candidate by name. */
export const withName = (answer: FakeAnswer, name: string): FakeAnswer => ({
  ...answer,
  body: JSON.parse(JSON.stringify(answer.body ?? null).replaceAll(NAME, name)) as unknown,
});
