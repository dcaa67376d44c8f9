import { afterAll, beforeAll, expect, test } from "vitest";
import { ANSWERS, formOf, idOf, pageOf, pdfOf, post, sha256 } from "../support/application-form";
import {
  fakePositions,
  startFakePlatform,
  type Behaviour,
  type FakePlatform,
} from "../support/fake-platform";
import { STANDING, standingAt } from "../support/receipts";
import { startSite, TEST_API_KEY, type Site } from "../support/site";
import { size } from "../support/size";

let platform: FakePlatform;
let site: Site;

beforeAll(async () => {
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  site = await startSite({
    platform: platform.url,
    vars: {
      READ_TIMEOUT_MS: "2000",
      APPLY_TIMEOUT_MS: "1000",
      RETRY_FIRST_MS: "200",
      RETRY_MOST_MS: "2000",
    },
  });
});
afterAll(async () => {
  await site.stop();
  await platform.close();
});

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What happens to an apply call, and to how many in a hundred. */
const MOODS: [Behaviour, number][] = [
  [{ does: "usual" }, 35],
  [{ does: "answer", answer: { status: 500, body: {} } }, 15],
  [{ does: "drop" }, 15],
  [{ does: "stall" }, 10],
  [{ does: "lose-answer" }, 15],
  [{ does: "take-and-stall" }, 10],
];

function moodAt(share: number): Behaviour {
  let left = share * 100;
  for (const [behaviour, weight] of MOODS) {
    left -= weight;
    if (left < 0) return behaviour;
  }
  return { does: "usual" };
}

const COUNT = size(200, 2000);
const AT_ONCE = 20;

test(
  `${COUNT} applications to a platform that fails at random: each arrives once, whole, with a receipt`,
  { timeout: size(120_000, 900_000) },
  async () => {
    const random = chance(20261121);
    platform.on("apply").each(() => moodAt(random()));

    const sent = Array.from({ length: COUNT }, (_, index) => {
      const bytes = pdfOf(1000 + Math.floor(random() * size(100_000, 20_000)));
      const form = formOf({ ...ANSWERS, first_name: `Ana ${index}` }, { bytes, name: "cv.pdf" });
      return { index, form, sha256: sha256(bytes), receipt: "" };
    });
    const left = [...sent];
    const worker = async () => {
      for (let one = left.shift(); one; one = left.shift())
        one.receipt = await apply(one.form, one.index);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));

    for (const { receipt } of sent) expect(receipt).toMatch(/\?receipt=[0-9a-f]{64}$/);
    expect(new Set(sent.map(({ receipt }) => receipt)).size).toBe(COUNT);
    await platform.waitForApplications(COUNT, size(60_000, 300_000));
    for (const { receipt } of sent) {
      await expect
        .poll(() => standingAt(site.url + receipt), { timeout: 60_000 })
        .toBe(STANDING.delivered);
    }

    const arrived = platform.applications.map((application) => ({
      name: application.field("first_name"),
      key: application.idempotencyKey,
      sha256: application.cv?.sha256,
    }));
    const expected = sent.map(({ index, form, sha256 }) => ({
      name: `Ana ${index}`,
      key: idOf(form),
      sha256,
    }));
    const byKey = (a: { key?: string | undefined }, b: { key?: string | undefined }) =>
      String(a.key).localeCompare(String(b.key));
    expect(arrived.sort(byKey)).toEqual(expected.sort(byKey));
    expect(platform.attempts().length).toBeGreaterThan(COUNT * 1.5);
  },
);

/** Sends it plain, or as scripts do, in turns. @returns the address of its receipt */
async function apply(form: FormData, index: number): Promise<string> {
  if (index % 2 === 0) {
    const response = await post(site.url + pageOf("questions"), form);
    return response.headers.get("Location") ?? `status ${response.status}`;
  }
  const address = `${site.url}/-/applications/${idOf(form)}?position=${fakePositions.questions}`;
  const response = await post(address, form);
  const { receipt } = await response.json<{ receipt?: { id: string } }>();
  return receipt ? `${pageOf("questions")}?receipt=${receipt.id}` : `status ${response.status}`;
}
