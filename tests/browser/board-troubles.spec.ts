import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { companyAt, startAdapters, type Adapters } from "../support/adapters";
import { pdfOf } from "../support/application-form";
import { BOARD_SYSTEMS, type BoardSystem, type RunningSystem } from "../support/boards";
import { expect, open, SEEN_WAYS, test, type Way } from "../support/fixtures";
import { startLine } from "../support/line";
import { startSite, type Site } from "../support/site";
import { isLong, size } from "../support/size";
import type { Order } from "../support/stand-in";

/*
 * What goes wrong behind a board: the system is away, its key is wrong, everything is killed between a
 * post and its answer, a candidate applies twice. One site and one adapter stand in front of a
 * stand-in for each system, as a deployment with a company for each would.
 */

/** How long a system is away, or its key wrong: ten minutes in `npm run test:long`. */
const TROUBLE_MS = size(1500, 600_000);
const WAIT_MS = 60_000;
/** The adapter's board is kept for a minute, so a job's form is still known when the system goes. */
const PDF = Buffer.from(pdfOf(3000));
/** What Chromium logs when the site goes away in the middle of an answer. */
const CUT_OFF = /net::ERR_/;
const WRONG = "a key that somebody has mistyped";

interface Running extends BoardSystem {
  system: RunningSystem;
}

let systems: Running[] = [];
let state: string;
/** The site as the browser sees it: at the same address after a restart. */
let line: Awaited<ReturnType<typeof startLine>> | undefined;
let adapters: Adapters;
let site: Site;

const uuidOf = (index: number) => `6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b${20 + index}`;

const companies = (repeat: "send" | "stop") =>
  systems.map(({ code, board, system: { address } }, index) =>
    companyAt({ ...board, address, apply: "on", repeat }, { code, uuid: uuidOf(index) }),
  );

async function startAll({
  isKeyRight = true,
  repeat = "send",
}: { isKeyRight?: boolean; repeat?: "send" | "stop" } = {}) {
  const keys = systems.flatMap(({ secrets = {} }) =>
    Object.entries(secrets).map(([name, key]) => [name, isKeyRight ? key : WRONG]),
  );
  adapters = await startAdapters({
    companies: companies(repeat),
    secrets: Object.fromEntries(keys) as Record<string, string>,
    persistTo: join(state, "adapters"),
  });
  site = await startSite({
    platform: adapters.base,
    persistTo: join(state, "site"),
    vars: {
      RETRY_FIRST_MS: "100",
      RETRY_MOST_MS: "1000",
      RELEASE_PER: "company",
      APPLY_TIMEOUT_MS: "5000",
    },
  });
  line ??= await startLine(site.url);
  line.leadTo(site.url);
}

const killAll = () => Promise.all([site.kill(), adapters.kill()]);

test.beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "puerta-boards-"));
  systems = [];
  for (const one of BOARD_SYSTEMS) systems.push({ ...one, system: await one.start() });
});

test.afterEach(async () => {
  await line?.close();
  line = undefined;
  await killAll();
  for (const { system } of systems) await system.stop();
  await rm(state, { recursive: true, force: true });
});

const jobAt = ({ code, job }: BoardSystem) => `${line?.url}/${code}/a-job/${code}_${job}`;

async function fillIn(page: Page) {
  await page.getByLabel("First name").fill("Ana");
  await page.getByLabel("Last name").fill("Núñez");
  await page.getByLabel("Phone", { exact: false }).first().fill("600000001");
  await page.getByLabel("E-mail").fill("ana@example.org");
  const cv = { name: "cv.pdf", mimeType: "application/pdf", buffer: PDF };
  await page.locator("input[type=file][name=cv]").setInputFiles(cv);
  await page.getByLabel("I have read and accept").check();
}

const send = (page: Page) => page.getByRole("button", { name: "Send application" }).click();

/** Opens the page of a receipt again until it has a status. */
async function expectReceipt(page: Page, address: string, standing: string) {
  await expect
    .poll(
      async () => {
        await page.goto(address);
        return page.getByRole("definition").getByText(standing, { exact: true }).count();
      },
      { timeout: WAIT_MS },
    )
    .toBeGreaterThan(0);
}

/** Everything is tried for a while, and each system asked at least twice. */
async function lastThroughTrouble(affected: readonly Running[]) {
  const begun = Date.now();
  const tries = affected.map(({ system }) => ({ system, before: system.asked.length }));
  for (const { system, before } of tries) {
    await expect
      .poll(() => system.asked.length - before, { timeout: WAIT_MS })
      .toBeGreaterThanOrEqual(2);
  }
  const rest = TROUBLE_MS - (Date.now() - begun);
  await expect
    .poll(() => Date.now() - begun, {
      timeout: TROUBLE_MS + WAIT_MS,
      intervals: [Math.max(rest, 1)],
    })
    .toBeGreaterThanOrEqual(TROUBLE_MS);
}

const postsOf = ({ system, isPost }: Running) => system.asked.filter(isPost).length;

for (const way of SEEN_WAYS) {
  test.describe(`${way}:`, () => {
    if (isLong) test.setTimeout(TROUBLE_MS + 300_000);

    test("while the systems are away applications wait, and each arrives once", async ({
      browse,
    }) => {
      await startAll();
      const away: Order = { on: () => true, status: 503, body: "<h1>Away</h1>", lasts: true };
      const receipts = new Map<Running, [Page, string]>();
      for (const one of systems) {
        const page = await filledIn(browse, way, one);
        one.system.orders.push(away);
        receipts.set(one, [page, await sentAs(page, "On its way")]);
      }
      await lastThroughTrouble(systems);
      for (const [one, [page, receipt]] of receipts) {
        expect(one.system.applications, one.name).toHaveLength(0);
        await expectReceipt(page, receipt, "On its way");
        one.system.orders.length = 0;
      }
      for (const [one, [page, receipt]] of receipts) {
        await expectReceipt(page, receipt, "Delivered");
        expect(one.system.applications, one.name).toHaveLength(1);
      }
    });

    test("a wrong key is nobody's business but ours: applications wait for the right one", async ({
      browse,
    }) => {
      await startAll();
      const keyed = systems.filter(({ secrets }) => secrets !== undefined);
      const pages = new Map<Running, Page>();
      // Some forms are read with the key, too.
      for (const one of keyed) {
        pages.set(one, await filledIn(browse, way, one, { expectErrors: CUT_OFF }));
      }
      await killAll();
      await startAll({ isKeyRight: false });
      const receipts = new Map<Running, [Page, string]>();
      for (const [one, page] of pages) {
        receipts.set(one, [page, await sentAs(page, "On its way")]);
        await expect(page.locator("body")).not.toContainText(/\bkey\b|unauthori|forbidden/i);
      }
      await lastThroughTrouble(keyed);
      await killAll();
      for (const one of keyed) expect(one.system.applications, one.name).toHaveLength(0);
      await startAll();
      for (const [one, [page, receipt]] of receipts) {
        await expectReceipt(page, receipt, "Delivered");
        expect(one.system.applications, one.name).toHaveLength(1);
      }
    });
    for (const repeat of ["send", "stop"] as const) {
      test(`everything is killed between the post and its answer, with repeat: ${repeat}`, async ({
        browse,
      }) => {
        await startAll({ repeat });
        const pages = new Map<Running, Page>();
        const releases: (() => void)[] = [];
        for (const one of systems) {
          const page = await filledIn(browse, way, one, { expectErrors: CUT_OFF });
          const until = new Promise<void>((resolve) => releases.push(resolve));
          one.system.orders.push({ on: one.isPost, isTaken: true, until, status: 0 });
          await page.getByRole("button", { name: "Send application" }).click({ noWaitAfter: true });
          await expect.poll(() => postsOf(one)).toBe(1);
          pages.set(one, page);
        }
        await killAll();
        for (const release of releases) release();
        await startAll({ repeat });
        for (const [one, page] of pages) {
          // What a candidate does who is told that the network failed. The page may have done it.
          const failed = page.getByText("Network error. Try again.");
          if (way === "plain") {
            await page.goBack();
            await fillIn(page);
            await send(page);
          } else {
            await expect(
              failed.or(page.getByText("You have already applied!")).first(),
            ).toBeVisible();
            if (await failed.isVisible()) await send(page);
          }
          // Personio's duplicate may be an earlier application of the candidate's.
          const isUnconfirmed =
            one.second === "refuses" || (repeat === "stop" && one.second === "takes");
          const standing = isUnconfirmed ? "Probably delivered" : "Delivered";
          await expectSent(page, /^(Delivered|On its way|Probably delivered)$/);
          await expectReceipt(page, receiptOf(page), standing);
          const times = one.second === "takes" && !isUnconfirmed ? 2 : 1;
          expect(one.system.applications, one.name).toHaveLength(times);
        }
      });
    }

    test("a second application of one candidate is what the system makes of it", async ({
      browse,
    }) => {
      await startAll();
      for (const one of systems) {
        const { system, name, second } = one;
        // The last receipt's scripts may still be on their way when everything is stopped.
        const cutOff = { expectErrors: CUT_OFF };
        await sentAs(await filledIn(browse, way, one, cutOff), "Delivered");
        const page = await filledIn(browse, way, one, cutOff);
        if (second === "refuses") {
          await send(page);
          await expect(page.getByText("You have already applied!").first()).toBeVisible();
        } else await sentAs(page, "Delivered");
        expect(system.applications, name).toHaveLength(second === "takes" ? 2 : 1);
      }
    });
  });
}

/** A page of a job, filled in. */
async function filledIn(
  browse: (way: Way, options?: { expectErrors: RegExp }) => Promise<Page>,
  way: Way,
  one: Running,
  options?: { expectErrors: RegExp },
): Promise<Page> {
  const page = await browse(way, options);
  await open(page, way, jobAt(one));
  await fillIn(page);
  return page;
}

/** Sends a form, and returns the address of its receipt. */
async function sentAs(page: Page, standing: string): Promise<string> {
  await send(page);
  await expectSent(page, standing);
  return receiptOf(page);
}

const expectSent = (page: Page, standing: string | RegExp) =>
  expect(page.getByRole("definition").getByText(standing, { exact: true })).toBeVisible();

/** Without the fragment: going there again would not load the page anew. */
function receiptOf(page: Page): string {
  expect(page.url()).toContain("receipt=");
  return page.url().replace(/#.*/, "");
}
