import type { Host } from "./host";
import type { World } from "./world";

export const POSITION = "position-1";

export interface Filled {
  /** The unique first name, which identifies these contents. */
  name: string;
  lastName: string;
  phone: string;
  answer: string;
  /** The bytes of the CV as Latin-1. */
  cv: string | undefined;
  /** The bytes of the portfolio as Latin-1. */
  portfolio?: string | undefined;
}

/** A form that was sent one or more times under the same id. */
export interface Sent {
  filled: Filled;
  applicationId: string;
  /** The SHA-256 of the application id. */
  receiptId: string;
  /** The time at which the candidate first sent the form. */
  sentAt: number;
  /** The time of the last action of the candidate or an operator. */
  lastActionAt: number;
  /** The start of the period that the receipt covers, or undefined if there is no receipt. */
  promisedAt?: number;
  /** The number of pending requests with this form. */
  pendingSends: number;
  sendCount: number;
  corrects: boolean;
  /** The time at which the candidate first saw the receipt. */
  receiptSeenAt?: number;
  /** The last time at which the candidate opened the receipt and the object could set its alarm. */
  openedAt?: number;
  hasUnknownOutcome?: true;
  isDropped?: true;
  /** Whether a correction replaced this form or might have replaced it. */
  isReplaced?: true;
  unlistedSince?: number | undefined;
}

/** The properties of the stored state and release slot that the locator reads. */
interface Stored {
  state?: string;
  nextAt?: number;
  askAt?: number;
}

/** Finds a form's contents in objects and on the platform. */
export class Locator {
  /** The original contents of files in which a bit flipped. */
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

  isDamaged({ filled: { cv = "", portfolio = "" } }: Sent): boolean {
    return this.damaged.has(cv) || this.damaged.has(portfolio);
  }

  findHost({ receiptId }: Pick<Sent, "receiptId">): Host | undefined {
    return this.world.objects.hosts.get(`APPLICATIONS/${receiptId}`);
  }

  getState(receiptId: string): string | undefined {
    return this.#stored(receiptId, "state")?.state;
  }

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

  hostsWith(text: string): Host[] {
    return [...this.world.objects.hosts.values()].filter(({ storage }) =>
      storage.text().includes(text),
    );
  }
}
