import { fileURLToPath } from "node:url";

/** The folder of the screenshots. */
export const SCREENSHOTS = fileURLToPath(new URL("../../screenshots/", import.meta.url));

export const WIDTHS = [360, 768, 1280];
export const SCHEMES = ["light", "dark"] as const;

/** Returns the file name of a screenshot. */
export const screenshotFile = (state: string, width: number, scheme: string) =>
  `${state}-${width}-${scheme}.png`;
