import { expect, test } from "vitest";
import { buildForm, applicationId, positionPath, post } from "../support/application-form";
import { sitesForFile } from "../support/sites-for-file";
import { size } from "../support/size";

const COUNT = size(100, 10_000);
const PER_SECOND = size(20, 40);
const AT_ONCE = 20;
const SECOND = 1000;

const { platform, site } = await sitesForFile({
  site: {
    vars: {
      RELEASE_PER_SECOND: String(PER_SECOND),
      RETRY_FIRST_MS: "500",
      // Ten thousand that asked again every four seconds would be a flood of their own.
      RETRY_MOST_MS: String(size(4000, 60_000)),
    },
  },
});

test(
  `${COUNT} waiting applications are released at ${PER_SECOND} a second when the platform is back`,
  { timeout: size(180_000, 1_800_000) },
  async () => {
    const isBack = { yet: false };
    const calls: { at: number; isBack: boolean }[] = [];
    platform.on("apply").each(() => {
      calls.push({ at: Date.now(), isBack: isBack.yet });
      return isBack.yet ? { does: "usual" } : { does: "answer", answer: { status: 503 } };
    });

    const left = Array.from({ length: COUNT }, (_, index) =>
      buildForm({ first_name: `Ana ${index}` }),
    );
    const keys = left.map(applicationId).sort();
    const worker = async () => {
      for (let form = left.pop(); form; form = left.pop()) {
        // A connection that is cut, as one in thousands is on a busy machine, is the candidate's to repeat.
        const sent = await post(site.url + positionPath("plain"), form).catch(() => undefined);
        if (sent) expect(sent.status).toBe(303);
        else left.push(form);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    // A platform that answers each first attempt with 503 is asked by few besides.
    expect(calls.length).toBeLessThan(COUNT * 1.2 + 20);

    isBack.yet = true;
    await platform.waitForApplications(COUNT, size(120_000, 1_200_000));
    expect(platform.applications.map(({ idempotencyKey }) => idempotencyKey).sort()).toEqual(keys);

    const times = calls.filter((call) => call.isBack).map(({ at }) => at);
    expect(times).toHaveLength(COUNT);
    // The last ones were probes, and wait by themselves. At the small size a busy machine may be slower.
    const most = times.slice(0, COUNT * 0.95);
    const perSecond = (most.length - 1) / (((most.at(-1) ?? 0) - (most[0] ?? 0)) / SECOND);
    console.log(`${COUNT} were released at ${perSecond.toFixed(1)} a second`);
    expect(perSecond).toBeGreaterThan(PER_SECOND * size(0, 0.8));
    expect(perSecond).toBeLessThan(PER_SECOND * size(1.5, 1.2));
  },
);
