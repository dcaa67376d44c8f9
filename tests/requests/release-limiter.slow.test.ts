import { expect, test } from "vitest";
import { buildForm, applicationId, positionPath, post } from "../support/application-form";
import { startSites } from "../support/sites-for-file";
import { size } from "../support/size";

const COUNT = size(100, 10_000);
const PER_SECOND = size(20, 40);
const CONCURRENCY = 20;
const SECOND = 1000;

const { platform, site } = await startSites({
  site: {
    vars: {
      RELEASE_PER_SECOND: String(PER_SECOND),
      RETRY_FIRST_MS: "500",
      // With 10,000 applications, retries every four seconds would overload the site.
      RETRY_MAX_MS: String(size(4000, 60_000)),
    },
  },
});

test(
  `${COUNT} waiting applications are released at ${PER_SECOND} per second after an outage`,
  { timeout: size(180_000, 1_800_000) },
  async () => {
    const outage = { isOver: false };
    const calls: { at: number; isBack: boolean }[] = [];
    platform.on("apply").each(() => {
      calls.push({ at: Date.now(), isBack: outage.isOver });
      return outage.isOver ? { kind: "default" } : { kind: "answer", answer: { status: 503 } };
    });

    const forms = Array.from({ length: COUNT }, (_, index) =>
      buildForm({ first_name: `Ana ${index}` }),
    );
    const keys = forms.map(applicationId).sort();
    const worker = async () => {
      for (let form = forms.pop(); form; form = forms.pop()) {
        // Send a form again if its connection is cut, as happens on a busy machine.
        const sent = await post(site.url + positionPath("plain"), form).catch(() => undefined);
        if (sent) expect(sent.status).toBe(303);
        else forms.push(form);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    // During the outage, only a few applications have more than one attempt.
    expect(calls.length).toBeLessThan(COUNT * 1.2 + 20);

    outage.isOver = true;
    await platform.waitForApplications(COUNT, size(120_000, 1_200_000));
    expect(platform.applications.map(({ idempotencyKey }) => idempotencyKey).sort()).toEqual(keys);

    const times = calls.filter((call) => call.isBack).map(({ at }) => at);
    expect(times).toHaveLength(COUNT);
    // Ignore the last applications, which wait for their own retry delay because they probed the platform during the
    // outage. The small run has no lower limit, because a busy machine can be slower.
    const first = times.slice(0, COUNT * 0.95);
    const perSecond = (first.length - 1) / (((first.at(-1) ?? 0) - (first[0] ?? 0)) / SECOND);
    console.log(`Released ${COUNT} applications at ${perSecond.toFixed(1)} per second`);
    expect(perSecond).toBeGreaterThan(PER_SECOND * size(0, 0.8));
    expect(perSecond).toBeLessThan(PER_SECOND * size(1.5, 1.2));
  },
);
