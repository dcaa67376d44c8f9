import type { ApplyAttempt, ApplyOutcome } from "./apply.server";
import { PlatformError } from "./errors";
import type { HiringPlatform, PlatformReads } from "./hiring-platform.server";

/** A call of the platform that has ended. */
export interface PlatformCall {
  call: keyof HiringPlatform;
  positionUuid?: string | undefined;
  clientUuid?: string | undefined;
  /** `answered`; a `PlatformError`'s kind; or the outcome of an application, where `timeout` is one that is late. */
  outcome: "answered" | PlatformError["kind"] | ApplyOutcome["outcome"];
  /** That it answered with, where that is known. */
  status?: number | undefined;
  tookMs: number;
}

/** The same platform; `onEnded` is told of each call that was made of it, and how it ended. */
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
      // What cannot be one of the platform's ids is refused without a call.
      const isCall = error instanceof PlatformError && !(error.isGone && !error.status);
      if (isCall) {
        const { kind, status } = error;
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
