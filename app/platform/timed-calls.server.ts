import type { ApplyAttempt, ApplyOutcome } from "./apply.server";
import { PlatformError, type PlatformErrorKind } from "./errors";
import type { HiringPlatform, PlatformReads } from "./hiring-platform.server";

/** A finished call. */
export interface PlatformCall {
  call: keyof HiringPlatform;
  positionUuid?: string | undefined;
  clientUuid?: string | undefined;
  /** `answered`, a `PlatformError`'s kind, or an application's outcome (`timeout` if late). */
  outcome: "answered" | Exclude<PlatformErrorKind, "too-often"> | ApplyOutcome["outcome"];
  /** The platform's status, if known. */
  status?: number | undefined;
  tookMs: number;
}

/** Wraps the platform; `onEnded` is called after each call. */
export function timedCalls(
  platform: HiringPlatform,
  onEnded: (call: PlatformCall) => void,
): HiringPlatform {
  const read = async <T>(
    call: keyof PlatformReads,
    about: Pick<PlatformCall, "positionUuid" | "clientUuid">,
    ask: () => Promise<T>,
  ): Promise<T> => {
    const begunAt = Date.now();
    try {
      const answer = await ask();
      onEnded({ call, ...about, outcome: "answered", tookMs: Date.now() - begunAt });
      return answer;
    } catch (error) {
      const { kind, status } = error instanceof PlatformError ? error : {};
      // Invalid ids and rate-limited clients cause no call.
      const isCall = kind !== undefined && (kind !== "not-found" || status !== undefined);
      if (isCall && kind !== "too-often") {
        onEnded({ call, ...about, outcome: kind, status, tookMs: Date.now() - begunAt });
      }
      throw error;
    }
  };
  return {
    position: (id) => read("position", { positionUuid: id }, () => platform.position(id)),
    client: (id) => read("client", { clientUuid: id }, () => platform.client(id)),
    positions: (id) => read("positions", { clientUuid: id }, () => platform.positions(id)),
    async apply(attempt: ApplyAttempt) {
      const begunAt = Date.now();
      const answer = await platform.apply(attempt);
      onEnded({
        call: "apply",
        positionUuid: attempt.positionId,
        clientUuid: attempt.clientRef,
        outcome: "isLate" in answer ? "timeout" : answer.outcome,
        status: "status" in answer ? answer.status : undefined,
        tookMs: Date.now() - begunAt,
      });
      return answer;
    },
  };
}
