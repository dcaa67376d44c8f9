import { group } from "../lib/command";

export const notify = group("notify", "Notifications of new applications", []);
