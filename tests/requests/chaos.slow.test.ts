import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { messagesFor } from "../../app/i18n/messages";
import { pageOf, sha256 } from "../support/application-form";
import type { ReceivedApplication } from "../support/fake-platform-records";
import { applyAs, candidateOf, FIRST_NAME } from "../support/hostile/candidate";
import { chanceOf } from "../support/hostile/chance";
import { operatorOf } from "../support/hostile/operator";
import { startHostilePlatform } from "../support/hostile/platform";
import { startMortalSite } from "../support/hostile/site";
import { watchWords } from "../support/hostile/watch";
import { STANDING } from "../support/receipts";
import { TEST_API_KEY } from "../support/site";
import { size } from "../support/size";

/** What has failed with a seed can be tried again with it: `SEED=… npx vitest run chaos`. */
const SEED = process.env.SEED ?? "2026-11-22";

const COUNT = size(120, 5000);
/** How many begin to apply in a second, at most; and how many are at it at one time. */
const A_SECOND = 10;
const AT_ONCE = 64;
/** Between two kills of workerd: so many seconds, up to twice or three times as many. */
const KILLS = { least: size(4, 20), most: size(6, 60) };
const APPLY_TIMEOUT_MS = 1500;
const OPERATOR_SECRET = "a-secret-for-operators";

const VARS = {
  APPLY_TIMEOUT_MS: String(APPLY_TIMEOUT_MS),
  READ_TIMEOUT_MS: "1000",
  RETRY_FIRST_MS: "300",
  RETRY_MOST_MS: "1000",
  // More than come, so that the waiting ones are not held back for long.
  RELEASE_PER_SECOND: "100",
  OPERATOR_SECRET,
};

test(
  `${COUNT} applications, a hostile platform, a Worker that is killed: each arrives once, and nobody is told anything untrue`,
  { timeout: size(400_000, 3_600_000) },
  async ({ onTestFailed }) => {
    onTestFailed(() => console.error(`The seed of this run: SEED=${SEED}`));
    const platform = await startHostilePlatform({
      apiKey: TEST_API_KEY,
      seed: SEED,
      applyTimeoutMs: APPLY_TIMEOUT_MS,
    });
    const site = await startMortalSite({ platform: platform.url, vars: VARS });
    const operator = operatorOf(site, OPERATOR_SECRET);
    const t = messagesFor("es-es");
    const ours = [t["error.network"], t["error.cv_gone"]];
    let isOver = false;
    const watch = watchWords({ site, platform, operator, ours });
    try {
      await aCopyIsKept(site.url);

      // They come one after the other, and send again for as long as they are shown an error.
      const begun = Date.now();
      const candidates = Array.from({ length: COUNT }, (_, index) => candidateOf(SEED, index));
      const queue = candidates.entries();
      const coming = Array.from({ length: AT_ONCE }, async () => {
        for (const [index, candidate] of queue) {
          await sleep(begun + (index * 1000) / A_SECOND - Date.now());
          await applyAs(candidate, site, {
            hears: (told) => watch.hears(candidate, told),
            isOver: () => isOver,
          });
        }
      });
      const random = chanceOf(SEED, "kills");
      const killing = site.killAfter(() => KILLS.least + random() * (KILLS.most - KILLS.least));
      const watching = watch.until(() => isOver);
      await Promise.all(coming);

      // By itself arrives all that the platform has not put off or left in doubt.
      const missing = () => candidates.filter(({ key }) => !platform.has(key));
      const isByItself = ({ key }: { key: string }) =>
        !platform.putOff.has(key) && !platform.isDoubtful(key);
      await expect
        .poll(
          () =>
            missing()
              .filter(isByItself)
              .map(({ fields }) => fields.first_name),
          { timeout: size(150_000, 1_200_000) },
        )
        .toEqual([]);

      // For the rest an operator is there: who sees whether the platform has it, and sends or drops it.
      site.live();
      await killing;
      platform.calm();
      const byOperator = missing().length;
      const attend = async () => {
        const listed = await operator.list();
        for (const { receiptId, state } of listed) {
          const { key = "" } = candidates.find((one) => one.receiptId === receiptId) ?? {};
          if (state === "unconfirmed" && platform.has(key)) await operator.drop(receiptId);
          else if (state !== "waiting" || platform.putOff.has(key)) await operator.send(receiptId);
        }
        return listed;
      };
      await expect.poll(attend, { interval: 500, timeout: size(60_000, 240_000) }).toEqual([]);
      isOver = true;
      await watching;

      const standings = await watch.lastLook(candidates);
      const told = [...platform.counts, ...watch.words].sort(([one], [other]) =>
        one.localeCompare(other),
      );
      console.info(
        told.map(([what, count]) => `${String(count).padStart(6)} ${what}`).join("\n") +
          `\n${site.kills} kills; ${byOperator} sent by the operator; cut at ${platform.cuts.answer.size} ` +
          `bytes of an answer and ${platform.cuts.request.size} of a request`,
      );
      expect([...watch.untrue]).toEqual([]);
      const good: (string | undefined)[] = [STANDING.delivered, STANDING.unconfirmed];
      const untold = candidates.filter((_, index) => !good.includes(standings[index]));
      expect(untold.map(({ fields }) => fields.first_name)).toEqual([]);

      const arrived = platform.applications.map((application) => ({
        key: application.idempotencyKey,
        name: application.field("first_name"),
        answers: [
          ...answersIn(application, "killer_questions"),
          ...answersIn(application, "open_questions"),
        ],
        sha256: application.cv?.sha256,
      }));
      const expected = candidates.map(({ key, fields, cv }) => ({
        key,
        name: fields.first_name,
        answers: [fields["question-0"], fields["question-1"], fields["open_question-0"]],
        sha256: sha256(cv.bytes),
      }));
      expect(arrived.sort(byKey)).toEqual(expected.sort(byKey));
      expect(platform.changed(), "each attempt of an application carries the same").toEqual([]);
      expect(platform.strays, "no redirect is followed").toEqual([]);
      expect(site.hasLogged(FIRST_NAME), "no name is in the log").toBe(false);
      expect(site.kills).toBeGreaterThan(size(0, 5));
      expect(platform.cuts.answer.size).toBeGreaterThan(size(10, 115));
    } finally {
      isOver = true;
      await site.stop();
      await platform.close();
    }
  },
);

const byKey = (one: { key: string | undefined }, other: { key: string | undefined }) =>
  String(one.key).localeCompare(String(other.key));

const answersIn = (application: ReceivedApplication, field: string) =>
  (JSON.parse(application.field(field) ?? "[]") as { answer: string }[]).map(
    ({ answer }) => answer,
  );

/** The position's page is drawn once, so that its copy stands in for a platform that is away. */
const aCopyIsKept = (url: string) =>
  expect.poll(async () => (await fetch(url + pageOf("questions"))).status).toBe(200);
