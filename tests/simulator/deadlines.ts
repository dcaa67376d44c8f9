import type { Host } from "./host";
import type { Sent } from "./whereabouts";
import type { World } from "./world";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Slack for late alarms, crashes and time-outs. */
const SLACK_MS = 1.5 * HOUR;
/** The longest time of an answer on two slow lines. */
export const TOLD_WITHIN_MS = 1800;

/** Until when things must have happened, where alarms are lost and writes fail. ms since 1970. */
export class Deadlines {
  /** The last moment at which something could crash or be lost. */
  lastFault = 0;

  constructor(private readonly world: World) {}

  /** When the platform must have been asked again about what waits. */
  askedAgain(sent: Sent): number {
    const { settings, platform } = this.world;
    const since = Math.max(sent.touchedAt, platform.calledAt, this.#wokenAt(sent));
    // However long the platform asks us to wait, it is asked again after an hour and its jitter.
    return since + 1.5 * Math.max(settings.RETRY_MOST_MS, HOUR) + SLACK_MS;
  }

  /** When an operator must see what waits. */
  listed(sent: Sent): number {
    const { settings, faults, where } = this.world;
    const { RETRY_MOST_MS, READ_TIMEOUT_MS, APPLY_TIMEOUT_MS } = settings;
    const { lost, rearmedAt = 0 } = where.hostOf(sent) ?? {};
    // Its alarm was lost after the index could not be told: only the candidate can wake it.
    const heardAt = (sent.heardAt ?? 0) - (lost?.isStruck ? TOLD_WITHIN_MS : 0);
    if (lost && heardAt < lost.causedAt && !isOpenedSince(sent, lost)) return Infinity;
    const since = Math.max(
      sent.unlistedSince ?? 0,
      this.lastFault,
      faults.fullUntil,
      rearmedAt,
      lost ? (sent.openedAt ?? 0) : 0,
    );
    return since + 2 * (RETRY_MOST_MS + READ_TIMEOUT_MS + APPLY_TIMEOUT_MS) + 5 * MINUTE;
  }

  /** When nothing of what was sent may be left in an object that keeps its alarm. */
  deleted({ touchedAt }: Sent): number {
    return touchedAt + this.#longest;
  }

  /** The same of one object. */
  deletedIn(host: Host, sent: Sent): number {
    const { where } = this.world;
    // Nothing wakes an object that lost its alarm and is in no list.
    if (host.lost && !where.isListed(host.name)) return Infinity;
    const wokenAt = this.#wokenAt({ ...sent, receiptId: host.name });
    return Math.max(sent.touchedAt, wokenAt) + this.#longest;
  }

  /** The longest that something is stored after its candidate or an operator touched it, in ms. */
  get #longest(): number {
    const { HOLD_MS, DELIVER_FOR_MS, KEEP_FAILED_MS, RETRY_MOST_MS } = this.world.settings;
    // A 409 on the last attempt is asked about once more.
    const delivers = DELIVER_FOR_MS + 1.5 * RETRY_MOST_MS;
    return Math.max(HOLD_MS, delivers + KEEP_FAILED_MS) + SLACK_MS;
  }

  /** When something last woke it that had lost its alarm, or must; infinite if nothing does. */
  #wokenAt(sent: Sent): number {
    const { where, cron, faults } = this.world;
    const { lost, rearmedAt = 0 } = where.hostOf(sent) ?? {};
    const woken = Math.max(rearmedAt, faults.fullUntil);
    if (!lost) return woken;
    const byCron = where.isListed(sent.receiptId) ? cron.onSince : Infinity;
    const byCandidate = isOpenedSince(sent, lost) ? (sent.openedAt ?? 0) : Infinity;
    return Math.max(woken, lost.at, Math.min(byCron, byCandidate));
  }
}

const isOpenedSince = ({ openedAt = 0 }: Sent, { at }: { at: number }) => openedAt > at;
