import { memoize } from "./memoize";
import { languageTag, type Language } from "./language";

const UNITS = [
  ["day", 24 * 60 * 60 * 1000],
  ["hour", 60 * 60 * 1000],
  ["minute", 60 * 1000],
  ["second", 1000],
] as const;

/** Formats a duration, such as "1 hour" or "90 minutos". Uses the largest unit that divides it, or else seconds. */
export const durationText = memoize(100, (ms: number, language: Language): string => {
  const [unit, length] = UNITS.find(([, length]) => ms >= length && ms % length === 0) ?? [
    "second",
    1000,
  ];
  return Math.floor(ms / length).toLocaleString(languageTag(language), {
    style: "unit",
    unit,
    unitDisplay: "long",
  });
});
