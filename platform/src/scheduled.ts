import { closeExpiredPositions } from "./closing";
import { giveUpOldEmails, sendDueEmails } from "./confirmations/send";
import { removeOldKeys, repeatDeletions } from "./deletion";
import { removeOldRecords } from "./deletion-record";
import { logRefusedSignIns } from "./desk-log";
import { cleanUpDesk } from "./desk/index";
import type { Env } from "./env";
import { deleteOrphanedFiles, deleteUnclaimedFiles } from "./files";
import { sendDueNotifications } from "./notifications/notifications";
import { deleteExpiredApplications } from "./retention";
import { writeMissingSearchTexts } from "./search-text";

/** The cron triggers of `platform/wrangler.toml`. */
export const EACH_MINUTE = "* * * * *";
export const EACH_HOUR = "23 * * * *";

/** Runs the tasks of a cron trigger. `now` is in ms since 1970. */
export async function onSchedule(cron: string, now: number, env: Env): Promise<void> {
  if (cron === EACH_MINUTE) {
    await logRefusedSignIns(env, now);
    await Promise.all([sendDueEmails(env, now), sendDueNotifications(env, now)]);
    return;
  }
  await closeExpiredPositions(env, now);
  await repeatDeletions(env, now);
  await deleteExpiredApplications(env, now);
  await giveUpOldEmails(env, now);
  await removeOldKeys(env, now);
  await removeOldRecords(env, now);
  await cleanUpDesk(env, now);
  await deleteUnclaimedFiles(env, now);
  await deleteOrphanedFiles(env, now);
  await writeMissingSearchTexts(env);
}
