import { group } from "../lib/command";

export const applications = group(
  "applications",
  "Applications: delivered, waiting and failed",
  [],
);
