import type { Host } from "./host";
import type { Sent } from "./locator";
import type { World } from "./world";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Tolerance for late alarms, crashes and timeouts. */
const SLACK_MS = 1.5 * HOUR;
/** The longest time of an answer over two slow connections. */
export const MAX_ANSWER_MS = 1800;

/** Deadlines that allow for lost alarms and failed writes. ms since 1970. */
export class Deadlines {
  /** The last moment at which something could crash or be lost. */
  lastFault = 0;

  constructor(private readonly world: World) {}

  /** When the next attempt of a waiting application must have been made. */
  nextAttempt(sent: Sent): number {
    const { settings, platform } = this.world;
    const since = Math.max(sent.touchedAt, platform.calledAt, this.#wokenAt(sent));
    // A `Retry-After` is limited to an hour plus jitter.
    return since + 1.5 * Math.max(settings.RETRY_MAX_MS, HOUR) + SLACK_MS;
  }

  /** When a waiting application must be listed. */
  listed(sent: Sent): number {
    const { settings, faults, where } = this.world;
    const { RETRY_MAX_MS, READ_TIMEOUT_MS, APPLY_TIMEOUT_MS } = settings;
    const { lost, rearmedAt = 0 } = where.findHost(sent) ?? {};
    // The alarm was lost and the index not updated, so only the candidate can wake it.
    const heardAt = (sent.heardAt ?? 0) - (lost?.isStruck ? MAX_ANSWER_MS : 0);
    if (lost && heardAt < lost.causedAt && !isOpenedSince(sent, lost)) return Infinity;
    const since = Math.max(
      sent.unlistedSince ?? 0,
      this.lastFault,
      faults.fullUntil,
      rearmedAt,
      lost ? (sent.openedAt ?? 0) : 0,
    );
    return since + 2 * (RETRY_MAX_MS + READ_TIMEOUT_MS + APPLY_TIMEOUT_MS) + 5 * MINUTE;
  }

  /** When an object with an alarm must have deleted the contents. */
  deleted({ touchedAt }: Sent): number {
    return touchedAt + this.#longest;
  }

  /** The same for one object. */
  deletedFromHost(host: Host, sent: Sent): number {
    const { where } = this.world;
    // Nothing wakes an object that lost its alarm and is in no list.
    if (host.lost && !where.isListed(host.name)) return Infinity;
    const wokenAt = this.#wokenAt({ ...sent, receiptId: host.name });
    return Math.max(sent.touchedAt, wokenAt) + this.#longest;
  }

  /** The longest time that contents are stored after the last action, in ms. */
  get #longest(): number {
    const { HOLD_MS, DELIVER_FOR_MS, KEEP_FAILED_MS, RETRY_MAX_MS } = this.world.settings;
    // After a 409 the last attempt is made again.
    const delivers = DELIVER_FOR_MS + 1.5 * RETRY_MAX_MS;
    return Math.max(HOLD_MS, delivers + KEEP_FAILED_MS) + SLACK_MS;
  }

  /** When an object that lost its alarm was or must be woken. Infinite if it is not. */
  #wokenAt(sent: Sent): number {
    const { where, cron, faults } = this.world;
    const { lost, rearmedAt = 0 } = where.findHost(sent) ?? {};
    const woken = Math.max(rearmedAt, faults.fullUntil);
    if (!lost) return woken;
    const byCron = where.isListed(sent.receiptId) ? cron.onSince : Infinity;
    const byCandidate = isOpenedSince(sent, lost) ? (sent.openedAt ?? 0) : Infinity;
    return Math.max(woken, lost.at, Math.min(byCron, byCandidate));
  }
}

const isOpenedSince = ({ openedAt = 0 }: Sent, { at }: { at: number }) => openedAt > at;
