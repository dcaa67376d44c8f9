import type { Host } from "./host";
import type { World } from "./world";

export const POSITION = "position-1";

/** A filled-in form. */
export interface Filled {
  /** The first name: unique, so it identifies these contents. */
  name: string;
  lastName: string;
  phone: string;
  answer: string;
  /** The bytes of the CV, as Latin-1. */
  cv: string | undefined;
  /** The same of the file of another field. */
  portfolio?: string | undefined;
}

/** One form that was sent, once or several times under the same id. */
export interface Sent {
  filled: Filled;
  /** The secret id under which it was sent, and its SHA-256. */
  applicationId: string;
  receiptId: string;
  /** When the candidate first sent it. */
  sentAt: number;
  /** When the candidate or the operator last did something about it. */
  touchedAt: number;
  /** When the candidate was told that it was received. */
  toldAt?: number;
  /** How often it is being sent at this moment, and whether one sending ended without an answer. */
  open: number;
  /** How often it was sent. */
  times: number;
  /** It corrects what was refused, and stands in its place. */
  corrects: boolean;
  /** When the candidate first read that it was received, and when they last opened the receipt. */
  heardAt?: number;
  openedAt?: number;
  isUnknown?: true;
  isDropped?: true;
  /** Other contents were sent in its place. */
  isReplaced?: true;
  unlistedSince?: number | undefined;
}

/** The parts of an application's stored state and turn that are read here. */
interface Stored {
  state?: string;
  nextAt?: number;
  askAt?: number;
}

/** Where the contents of a form are at this moment. */
export class Whereabouts {
  /** Files of which a byte flipped in an object, as they were. */
  readonly damaged = new Set<string>();

  constructor(private readonly world: World) {}

  isDelivered({ filled }: Sent): boolean {
    return this.world.platform.taken.some(
      ({ fields, cv, portfolio }) =>
        fields.get("first_name") === filled.name &&
        fields.get("last_name") === filled.lastName &&
        fields.get("phone") === filled.phone &&
        fields.get("killer_questions")?.includes(JSON.stringify(filled.answer)) === true &&
        cv === filled.cv &&
        portfolio === filled.portfolio,
    );
  }

  isHeld({ filled, receiptId }: Sent): boolean {
    const text = this.world.objects.hosts.get(`APPLICATIONS/${receiptId}`)?.storage.text() ?? "";
    const { answer, cv = "", portfolio = "" } = filled;
    const ends = [cv, portfolio]
      .filter((file) => !this.damaged.has(file))
      .flatMap((file) => [file.slice(0, 50), file.slice(-50)]);
    return [answer, ...ends].every((part) => text.includes(part));
  }

  /** Whether a byte of one of its files flipped. */
  isDamaged({ filled: { cv = "", portfolio = "" } }: Sent): boolean {
    return this.damaged.has(cv) || this.damaged.has(portfolio);
  }

  hostOf({ receiptId }: Pick<Sent, "receiptId">): Host | undefined {
    return this.world.objects.hosts.get(`APPLICATIONS/${receiptId}`);
  }

  /** The state that an application's object has stored. */
  stateOf(receiptId: string): string | undefined {
    return this.#stored(receiptId, "state")?.state;
  }

  /** Whether the next attempt is due. */
  isDue({ receiptId }: Sent): boolean {
    const { nextAt = 0 } = this.#stored(receiptId, "state") ?? {};
    const { askAt = 0 } = this.#stored(receiptId, "turn") ?? {};
    return Math.max(nextAt, askAt) <= Date.now();
  }

  #stored(receiptId: string, key: string): Stored | undefined {
    const storage = this.hostOf({ receiptId })?.storage;
    // As the state keeper and the release turn store it.
    return storage?.api.kv.get(key) as Stored | undefined;
  }

  isListed(receiptId: string): boolean {
    return [...this.world.objects.hosts.values()].some(
      ({ binding, storage }) => binding === "UNDELIVERED" && storage.text().includes(receiptId),
    );
  }

  /** The objects in which a text is stored. */
  hostsWith(text: string): Host[] {
    return [...this.world.objects.hosts.values()].filter(({ storage }) =>
      storage.text().includes(text),
    );
  }
}
