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
  /** The bytes of another field's file. */
  portfolio?: string | undefined;
}

/** A form that was sent one or more times under the same id. */
export interface Sent {
  filled: Filled;
  /** The application id, and its SHA-256. */
  applicationId: string;
  receiptId: string;
  /** When the candidate first sent it. */
  sentAt: number;
  /** When the candidate or an operator last acted on it. */
  lastActionAt: number;
  /** When the receipt's promises began. Undefined without a receipt. */
  promisedAt?: number;
  /** Number of sends in progress. */
  pendingSends: number;
  /** Number of sends. */
  sendCount: number;
  /** Whether it corrects and replaces a refused form. */
  corrects: boolean;
  /** When the candidate first saw the receipt, and last opened it. */
  receiptSeenAt?: number;
  openedAt?: number;
  hasUnknownOutcome?: true;
  isDropped?: true;
  /** Replaced by a correction. */
  isReplaced?: true;
  unlistedSince?: number | undefined;
}

/** The parts of the stored state and release slot that the locator reads. */
interface Stored {
  state?: string;
  nextAt?: number;
  askAt?: number;
}

/** Finds a form's contents in the objects and at the platform. */
export class Locator {
  /** Original contents of files with a flipped byte. */
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

  findHost({ receiptId }: Pick<Sent, "receiptId">): Host | undefined {
    return this.world.objects.hosts.get(`APPLICATIONS/${receiptId}`);
  }

  /** The stored state of an application. */
  getState(receiptId: string): string | undefined {
    return this.#stored(receiptId, "state")?.state;
  }

  /** Whether the next attempt is due. */
  isDue({ receiptId }: Sent): boolean {
    const { nextAt = 0 } = this.#stored(receiptId, "state") ?? {};
    const { askAt = 0 } = this.#stored(receiptId, "slot") ?? {};
    return Math.max(nextAt, askAt) <= Date.now();
  }

  #stored(receiptId: string, key: string): Stored | undefined {
    const storage = this.findHost({ receiptId })?.storage;

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
