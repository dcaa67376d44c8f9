import { afterAll, beforeAll, expect, test } from "vitest";
import { companyAt, startAdapters, type Adapters } from "../support/adapters";
import { formOf, pdfOf, post } from "../support/application-form";
import { LEVER } from "../support/boards";
import { leverId, startLever } from "../support/lever";
import { receiptAt } from "../support/receipts";
import { startSite, type Site } from "../support/site";
import { size } from "../support/size";
import { isPost } from "../support/stand-in";

const COUNT = size(30, 1000);
/** What Lever takes: "more than 2 application POST requests per second" are answered 429. */
const PER_SECOND = 2;
const AT_ONCE = 10;

let lever: Awaited<ReturnType<typeof startLever>>;
let adapters: Adapters;
let site: Site;

beforeAll(async () => {
  lever = await startLever({}, PER_SECOND);
  const board = { ...LEVER.board, address: lever.address, apply: "on" };
  adapters = await startAdapters({ companies: [companyAt(board)], secrets: LEVER.secrets });
  // As `[env.boards]` in wrangler.toml has it.
  const vars = { RELEASE_PER: "company", RELEASE_PER_SECOND: String(PER_SECOND) };
  site = await startSite({ platform: adapters.base, vars });
});
afterAll(async () => {
  await site.stop();
  await adapters.stop();
  await lever.stop();
});

test(
  `${COUNT} applications that come at once arrive at Lever, which takes ${PER_SECOND} a second, once each`,
  { timeout: size(240_000, 3_600_000) },
  async () => {
    const page = `${site.url}/taller/framebuilder-1/taller_${leverId(0)}`;
    const emails = Array.from({ length: COUNT }, (_, index) => `ana-${index}@example.org`);
    const left = [...emails];
    const receipts: string[] = [];
    const began = Date.now();
    const worker = async () => {
      for (let email = left.pop(); email !== undefined; email = left.pop()) {
        const form = formOf(
          { "field-email": email, first_name: `Ana ${email}` },
          { bytes: pdfOf(2000), name: "cv.pdf" },
        );
        const sent = await post(page, form);
        expect(sent.status).toBe(303);
        receipts.push(new URL(sent.headers.get("Location") ?? "", site.url).href);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const taken = Date.now();

    await expect
      .poll(() => lever.applications.length, { timeout: size(200_000, 3_500_000), interval: 500 })
      .toBe(COUNT);
    const ended = Date.now();
    const arrived = lever.applications.map(({ form }) => form.get("email"));
    expect(arrived.sort()).toEqual(emails.sort());
    // Lever merges what comes twice; that nothing did is seen by its answers.
    const posts = lever.asked.filter(isPost).length;
    expect(posts - lever.limited.count).toBe(COUNT);
    for (const receipt of receipts) {
      await expect.poll(async () => (await receiptAt(receipt)).Status).toBe("Delivered");
    }
    const rate = COUNT / ((ended - began) / 1000);
    console.log(
      `${COUNT} were handed in within ${taken - began} ms and arrived within ${ended - began} ms: ` +
        `${rate.toFixed(2)} a second, after ${lever.limited.count} answers of 429`,
    );
  },
);
