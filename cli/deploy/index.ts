import { command } from "../lib/command";

export const deploy = command("deploy", "Deploy the site");
