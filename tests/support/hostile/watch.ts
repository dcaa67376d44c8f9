import { setTimeout as sleep } from "node:timers/promises";
import { STANDING } from "../receipts";
import { receiptPath, type Candidate, type Told } from "./candidate";
import type { Operator } from "./operator";
import type { MortalSite } from "./site";

/** What of a hostile platform decides whether a candidate was told the truth. */
interface Knows {
  has(key: string): boolean;
  said(key: string): string[];
  isDoubtful(key: string): boolean;
}

interface Watched {
  site: MortalSite;
  platform: Knows;
  operator: Operator;
  /** Our own words for what may be over in a moment. */
  ours: string[];
}

/** How often an operator's list is looked at for an application that is said to be unconfirmed. */
const LOOKS = 100;

/**
 * Hears all that candidates are told, looks at their receipts again and again, and compares it with what
 * the platform really has.
 */
export function watchWords({ site, platform, operator, ours }: Watched) {
  const untrue = new Set<string>();
  const lastSeen = new Map<string, string>();
  /** Receipts that have been handed out, and do not say yet that all is well. */
  const queue: Candidate[] = [];
  const words = new Map<string, number>();
  /** For each application that is said to be unconfirmed: whether an operator has it. */
  const checks = new Map<string, Promise<void>>();
  const suspect = (candidate: Candidate, what: string) => {
    untrue.add(`${candidate.fields.first_name} (${candidate.way}, ${candidate.hand}): ${what}`);
  };

  /** A receipt's status was read. Only what the platform has may be said to be delivered. */
  function saw(candidate: Candidate, standing: string | undefined): void {
    const before = lastSeen.get(candidate.key);
    lastSeen.set(candidate.key, standing ?? "no receipt");
    if (standing === STANDING.onItsWay) {
      const isBack = before === STANDING.delivered || before === STANDING.unconfirmed;
      if (isBack) suspect(candidate, `${before}, and then on its way`);
    } else if (standing === STANDING.delivered) {
      if (!platform.has(candidate.key)) suspect(candidate, "delivered, and nobody has it");
    } else if (standing !== STANDING.unconfirmed) {
      suspect(
        candidate,
        `the receipt says ${standing ?? "nothing"} (before: ${before ?? "nothing"})`,
      );
    } else if (!checks.has(candidate.key)) {
      checks.set(candidate.key, expectUnconfirmed(candidate));
    }
  }

  async function expectUnconfirmed(candidate: Candidate): Promise<void> {
    if (!platform.isDoubtful(candidate.key)) {
      suspect(candidate, "unconfirmed, while the platform has given no reason to doubt");
      return;
    }
    for (let look = 0; look < LOOKS && !platform.has(candidate.key); look += 1) {
      const entry = await operator.entry(candidate).catch(() => undefined);
      if (entry?.state === "unconfirmed") return;
      await sleep(200);
    }
    if (!platform.has(candidate.key)) suspect(candidate, "unconfirmed, and nobody has it");
  }

  async function look(candidate: Candidate): Promise<void> {
    const response = await fetch(site.url + receiptPath(candidate)).catch(() => undefined);
    const html = await response?.text().catch(() => undefined);
    if (html === undefined) return; // the site was killed
    saw(candidate, /<dt>Estado<\/dt><dd>([^<]*)/.exec(html)?.[1]);
  }

  return {
    /** All that was untrue, in words. */
    untrue,
    /** The errors that candidates were shown, and how often. */
    words,
    hears(candidate: Candidate, told: Told): void {
      if (told.is === "nothing") return;
      if (told.is === "receipt") {
        if (told.receiptId !== candidate.receiptId)
          suspect(candidate, "a receipt that is not theirs");
        // Of two answers that come together, either may be the older one.
        const isLatest = candidate.hand !== "double" || told.standing === STANDING.delivered;
        if (told.standing !== undefined && isLatest) saw(candidate, told.standing);
        if (!queue.includes(candidate)) queue.push(candidate);
        return;
      }
      const theirs = platform.said(candidate.key).find((said) => told.words.includes(said));
      const own = ours.find((text) => told.words.includes(text));
      const kind = theirs === undefined ? (own ?? told.words) : "what the platform said";
      words.set(`${told.status}: ${kind}`, (words.get(`${told.status}: ${kind}`) ?? 0) + 1);
      if (theirs === undefined && own === undefined) {
        suspect(candidate, `${told.status}, ${JSON.stringify(told.words)}`);
      }
    },

    /** Looks at receipts, one after the other, until it is told to stop. */
    async until(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        const next = queue.shift();
        if (next) {
          await look(next);
          const isSettled = lastSeen.get(next.key) === STANDING.delivered;
          if (!isSettled || !platform.has(next.key)) queue.push(next);
        }
        await sleep(30);
      }
    },

    /** Looks at the receipts of all of them once more: the standings, in their order. */
    async lastLook(candidates: Candidate[]): Promise<(string | undefined)[]> {
      await Promise.all(checks.values());
      for (const candidate of candidates) await look(candidate);
      return candidates.map(({ key }) => lastSeen.get(key));
    },
  };
}
