import { command } from "./lib/command";

export const exportJobs = command("export", "Write a company's jobs to a CSV or JSON file");
