import { chanceOf } from "./chance";
import { STORMS, type Fate } from "./fates";

/** How long it is clear between two storms, and how long a storm lasts, in ms. */
const CLEAR_MS = 7000;
const STORM_MS = 2000;

/** One storm after another, each kind once before any comes again. They begin when this is called. */
export function skyOf(seed: string) {
  const random = chanceOf(seed, "sky");
  const storms = Object.entries<Fate>(STORMS)
    .map(([name, fate]) => ({ name, fate, place: random() }))
    .sort((one, other) => one.place - other.place);
  const began = Date.now();
  return {
    /** The storm of this moment; undefined while it is clear. */
    now(): { name: string; fate: Fate } | undefined {
      const passed = Date.now() - began;
      if (passed % (CLEAR_MS + STORM_MS) < CLEAR_MS) return undefined;
      return storms[Math.floor(passed / (CLEAR_MS + STORM_MS)) % storms.length];
    },
  };
}
