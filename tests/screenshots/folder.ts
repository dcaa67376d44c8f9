import { fileURLToPath } from "node:url";

export const SCREENSHOTS = fileURLToPath(new URL("../../screenshots/", import.meta.url));

export const WIDTHS = [360, 768, 1280];
export const SCHEMES = ["light", "dark"] as const;

export const screenshotFile = (state: string, width: number, scheme: string) =>
  `${state}-${width}-${scheme}.png`;
