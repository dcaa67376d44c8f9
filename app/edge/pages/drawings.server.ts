import { BoundedMap } from "../../runtime/bounded-map";
import { faultLine } from "../../runtime/fault.server";
import { isCutOff, mayDrawAgain, type FailedDrawing, type Renewal } from "./page-decision";
import type { KeptPage } from "./page-memory.server";

type Drawing = Promise<Renewal<KeptPage>>;

/** The drawings that go on in this isolate, by the page's key; `begunAt` is in ms since 1970. */
const underWay = new Map<string, { drawing: Drawing; begunAt: number }>();

/** The last drawings that gave no page, by key. */
const failed = new BoundedMap<string, FailedDrawing>(10_000);

/** Whether `drawOnce` would draw a page now, and not share what others draw or have failed to. */
export function isToBeDrawn(key: string): boolean {
  const now = Date.now();
  const failure = failed.get(key);
  if (failure && !mayDrawAgain(failure, now)) return false;
  const other = underWay.get(key);
  return !other || isCutOff(other.begunAt, now);
}

/**
 * Draws a page once for all who ask for it: one request draws, the others share its drawing. After a
 * drawing that gave no page, others get the same outcome for some seconds, without a drawing. Never
 * rejects: where `draw` does, the outcome is `failed`, and the log has a line.
 *
 * @param waitUntil has the drawing go on after the answer: others may still wait for it
 */
export function drawOnce(
  key: string,
  draw: () => Drawing,
  waitUntil: (work: Promise<unknown>) => void,
): Drawing {
  const now = Date.now();
  const failure = failed.get(key);
  if (failure && !mayDrawAgain(failure, now)) return Promise.resolve(failure.outcome);
  const other = underWay.get(key);
  if (other && !isCutOff(other.begunAt, now)) return other.drawing;
  const drawing = draw()
    .catch((error: unknown) => {
      console.error("A page could not be drawn:", faultLine(error));
      return "failed" as const;
    })
    .then((renewal) => {
      // Given up or forgotten meanwhile: its outcome says nothing about the drawing after it.
      if (underWay.get(key)?.drawing !== drawing) return renewal;
      underWay.delete(key);
      if (typeof renewal === "string") {
        failed.set(key, { outcome: renewal, endedAt: Date.now() });
      }
      return renewal;
    });
  underWay.set(key, { drawing, begunAt: now });
  waitUntil(drawing);
  return drawing;
}

/** Has every page drawn anew for the next who asks, because what pages show has changed. */
export function forgetDrawings(): void {
  underWay.clear();
  failed.clear();
}
