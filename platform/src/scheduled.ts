import { sweep } from "./applications";
import { closeWhatIsOver } from "./closing";
import { forgetKeys } from "./deletion";
import { tidyDesk } from "./desk/visitor";
import type { Env } from "./env";
import { tellWhatIsDue } from "./notifications/notifications";
import { deleteWhatIsOver } from "./retention";

/** The cron triggers of `platform/wrangler.toml`. */
export const EACH_MINUTE = "* * * * *";
export const EACH_HOUR = "23 * * * *";

/** What is done by the clock (ms since 1970). */
export async function onSchedule(cron: string, now: number, env: Env): Promise<void> {
  if (cron === EACH_MINUTE) return tellWhatIsDue(env, now);
  await closeWhatIsOver(env, now);
  await deleteWhatIsOver(env, now);
  await forgetKeys(env, now);
  await tidyDesk(env, now);
  await sweep(env);
}
