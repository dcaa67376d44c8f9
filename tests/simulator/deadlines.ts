import type { Host } from "./host";
import type { Sent } from "./locator";
import type { World } from "./world";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Tolerance for late alarms, crashes and timeouts. */
const SLACK_MS = 1.5 * HOUR;
/** An upper limit for a response's latency over two connections, in ms. */
export const MAX_ANSWER_MS = 1800;

/** Computes deadlines, in ms since 1970. They allow for lost alarms and failed writes. */
export class Deadlines {
  /** The last time at which a crash or a lost message was possible. */
  lastFault = 0;

  constructor(private readonly world: World) {}

  /** Returns the time by which a waiting application must be sent again. */
  nextAttempt(sent: Sent): number {
    const { settings, platform } = this.world;
    const since = Math.max(sent.lastActionAt, platform.calledAt, this.#wokenAt(sent));
    // The delay after a `Retry-After` is at most one hour plus jitter.
    return since + 1.5 * Math.max(settings.RETRY_MAX_MS, HOUR) + SLACK_MS;
  }

  /** Returns the time by which the index must contain a waiting application. */
  listed(sent: Sent): number {
    const { settings, faults, locator } = this.world;
    const { RETRY_MAX_MS, READ_TIMEOUT_MS, APPLY_TIMEOUT_MS } = settings;
    const { lost, rearmedAt = 0 } = locator.findHost(sent) ?? {};
    // The alarm is lost and the index has no entry, so only the candidate can wake the object.
    const receiptSeenAt = (sent.receiptSeenAt ?? 0) - (lost?.isInjected ? MAX_ANSWER_MS : 0);
    if (lost && receiptSeenAt < lost.causedAt && !isOpenedSince(sent, lost)) return Infinity;
    const since = Math.max(
      sent.unlistedSince ?? 0,
      this.lastFault,
      faults.fullUntil,
      rearmedAt,
      lost ? (sent.openedAt ?? 0) : 0,
    );
    return since + 2 * (RETRY_MAX_MS + READ_TIMEOUT_MS + APPLY_TIMEOUT_MS) + 5 * MINUTE;
  }

  /** Returns the time by which an object that has not lost its alarm must delete the contents. */
  deleted({ lastActionAt }: Sent): number {
    return lastActionAt + this.#longest;
  }

  deletedFromHost(host: Host, sent: Sent): number {
    const { locator } = this.world;
    // Only the candidate can wake an object that lost its alarm and is not in the index.
    if (host.lost && !locator.isListed(host.name)) return Infinity;
    const wokenAt = this.#wokenAt({ ...sent, receiptId: host.name });
    return Math.max(sent.lastActionAt, wokenAt) + this.#longest;
  }

  /** The maximum time for which contents are stored after the last action, in ms. */
  get #longest(): number {
    const { HOLD_MS, DELIVER_FOR_MS, KEEP_FAILED_MS, RETRY_MAX_MS } = this.world.settings;
    // After a 409, the last attempt is repeated once.
    const delivers = DELIVER_FOR_MS + 1.5 * RETRY_MAX_MS;
    return Math.max(HOLD_MS, delivers + KEEP_FAILED_MS) + SLACK_MS;
  }

  /** Returns the time by which an object that lost its alarm must wake, or infinity if no event wakes it. */
  #wokenAt(sent: Sent): number {
    const { locator, cron, faults } = this.world;
    const { lost, rearmedAt = 0 } = locator.findHost(sent) ?? {};
    const woken = Math.max(rearmedAt, faults.fullUntil);
    if (!lost) return woken;
    const byCron = locator.isListed(sent.receiptId) ? cron.onSince : Infinity;
    const byCandidate = isOpenedSince(sent, lost) ? (sent.openedAt ?? 0) : Infinity;
    return Math.max(woken, lost.at, Math.min(byCron, byCandidate));
  }
}

const isOpenedSince = ({ openedAt = 0 }: Sent, { at }: { at: number }) => openedAt > at;
