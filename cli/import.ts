import { command } from "./lib/command";

export const importJobs = command("import", "Add and update jobs from a CSV or JSON file");
