import { group } from "../lib/command";

export const job = group("job", "Jobs of a company", []);
