import { fakeClientCode, fakeClientUuid, fakePositions } from "../support/fake-platform";
import { expect, open, test, type Way } from "../support/fixtures";
import { removeConstraints } from "../support/form-page";
import { size } from "../support/size";
import {
  foldSpace,
  hostileList,
  hostilePosition,
  hostileQuestions,
  splitIntoBatches,
  groupVectors,
} from "../support/xss-site";
import { VECTORS, type Context, type Vector } from "../support/xss-vectors";
import { clickVectors, watchContext } from "../support/xss-watch";
import {
  forEachOnPages,
  watchPages,
  enterVectors,
  expectList,
  vectorTexts,
} from "../support/xss-pages";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { remark } from "remark";
import remarkHtml from "remark-html";

// A vector that only the Content-Security-Policy blocks is also a failure: `watchPages` reports violations.

test.describe.configure({ mode: "parallel" });

// The vectors are also texts of companies, which the log can contain.
let before: ReadonlySet<string>;
test.beforeEach(({ platform }) => {
  before = new Set(platform.personal);
});
test.afterEach(({ platform }) => {
  for (const text of platform.personal) if (!before.has(text)) platform.personal.delete(text);
});

const careerSite = `/${fakeClientCode}/${fakeClientUuid}`;

/** Matches the browser's messages about missing or blocked pictures. */
const PICTURES = /Failed to load resource|Content Security Policy directive: "img-src/;

/** The time-out for vectors in frames. Vectors that don't run in time get their own pages. */
const FRAME_POLL = { timeout: 400, intervals: [50] };
const ignore = () => undefined;

test.describe("full:", () => {
  test("runs the vectors on unprotected pages @long", async ({ browser }) => {
    const context = await browser.newContext();
    const control = await startControl(VECTORS);
    const { ran } = await watchContext(context);
    const pages = await Promise.all([1, 2].map(() => context.newPage()));
    await forEachOnPages(pages, splitIntoBatches(VECTORS, 14), async (page, batch) => {
      await page.goto(control.framesUrl(batch));
      await clickVectors(page);
      const haveRun = () => batch.every(({ id, runs }) => !runs || ran.has(id));
      await expect.poll(haveRun, FRAME_POLL).toBe(true).catch(ignore);
    });
    // Some vectors need the focus or a top-level page.
    const remaining = VECTORS.filter(({ id, runs }) => runs && !ran.has(id));
    await forEachOnPages(pages, remaining, async (page, vector) => {
      // A vector can navigate before the page has loaded.
      await page.goto(control.pageUrl(vector), { timeout: 5000 }).catch(ignore);
      await clickVectors(page);
      await expect.poll(() => ran.has(vector.id)).toBe(true);
    });
    await context.close();
    control.close();
    expect(vectorTexts(VECTORS.filter(({ id, runs }) => runs && !ran.has(id)))).toEqual([]);
    expect(ran.size).toBeGreaterThanOrEqual(100);
  });

  test("runs no vector in a position or its company", async ({ browse, fakeSite, platform }) => {
    const first = await browse("full", { expectErrors: PICTURES });
    const { twoPages, checkPage, expectNothing } = await watchPages(first);
    const groups = groupVectors(100).map((group, place) => [group, place] as const);
    await forEachOnPages(await twoPages(), groups, async (page, [group, place]) => {
      const path = hostilePosition(platform, group, place);
      await page.goto(fakeSite.url + path);
      const title = await page.locator("h1").textContent();
      expect(foldSpace(title ?? "")).toBe(foldSpace(vectorTexts(group).join(" ")));
      await page.evaluate(() => {
        document.querySelector<HTMLElement>("footer [data-policy]")?.click();
      });
      await page.locator("#policy[data-shows]").waitFor({ state: "attached" });
      await checkPage(page);
      if (group.length === 1) return;
      await page.goto(`${fakeSite.url}${path}/privacy`);
      await checkPage(page);
    });
    expectNothing();
  });

  test("runs no vector in a list or a company's script @long", async ({
    browse,
    fakeSite,
    platform,
  }) => {
    const texts = vectorTexts(VECTORS);
    platform.client({ apply_page_js: `window.theirs = ${JSON.stringify(texts)}; // </script>` });
    platform.on("positions").answer({ body: hostileList() });
    const page = await browse("full");
    const { checkPage, expectNothing } = await watchPages(page);
    await expectList(page, fakeSite.url, checkPage);
    const theirs = () => page.evaluate(() => (window as unknown as { theirs?: string[] }).theirs);
    await expect.poll(theirs).toEqual(texts);
    // The page shows the search term, and scripts add the results.
    await page.getByRole("searchbox").fill("<img src=x onerror=");
    await expect(page).toHaveURL(/q=/);
    await expect(page.locator("#page-status")).toHaveText("");
    await expect(page.locator(".job").first()).toContainText("<img src=x onerror=");
    await checkPage(page);
    expectNothing();
  });

  test("runs no vector in a URL @long", async ({ browse, fakeSite }) => {
    const page = await browse("full", { expectErrors: /status of 4/ });
    const { checkPage, expectNothing } = await watchPages(page);
    const pick = (context: string, number: number) =>
      vectorTexts(VECTORS.filter((vector) => vector.context === context).slice(0, number));
    const texts = ["html", "double-quoted", "single-quoted", "unquoted", "url", "json", "script"];
    for (const text of texts.flatMap((context) => pick(context, size(1, 3)))) {
      const query = new URLSearchParams(
        ["q", "search", "lang", "page", "receipt", "utm_source", text].map((name) => [name, text]),
      ).toString();
      const segment = encodeURIComponent(text);
      for (const path of [
        `${careerSite}?${query}#${segment}`,
        `/${segment}/${segment}/${fakePositions.closed}?${query}`,
      ]) {
        await page.goto(fakeSite.url + path);
        await checkPage(page);
      }
    }
    expectNothing();
  });
});

for (const way of ["full", "plain"] satisfies Way[]) {
  test(`${way}: runs no vector in an application @long`, async ({ browse, fakeSite, platform }) => {
    const page = await browse(way, { expectErrors: PICTURES });
    const { checkPage, expectNothing } = await watchPages(page);
    for (const batch of splitIntoBatches(VECTORS, 91)) {
      const texts = vectorTexts(batch);
      const address = fakeSite.url + hostileQuestions(platform, batch);
      await open(page, way, address);
      await checkPage(page);
      // The browser's constraints would block a form with these values.
      await removeConstraints(page.locator("#application"));
      await enterVectors(page, batch, way === "plain" ? "12" : "612345678");
      const detail = texts.join("").slice(0, 500);
      platform.on("apply").once.answer({ status: 400, body: { detail } });
      const send = page.locator("#application .button-submit");
      await send.click();
      const errors = page.locator("#answer");
      if (way === "plain") {
        await expect(errors).toContainText("número de teléfono válido");
        await checkPage(page);
        await page.locator("#phone").fill("612345678");
        await send.click();
      }
      await expect(errors).toContainText(foldSpace(detail).slice(0, 20));
      await checkPage(page);
      const areas = () =>
        page
          .locator("textarea")
          .evaluateAll((all) => (all as HTMLTextAreaElement[]).map(({ value }) => value));
      // The end of the plain page might still be loading.
      await expect.poll(async () => (await areas()).map(foldSpace)).toEqual(texts.map(foldSpace));
      await send.click();
      await expect(page.locator(".receipt, .applied").first()).toBeVisible();
      await checkPage(page);
      expect(platform.applications).toHaveLength(1);
      platform.reset();
    }
    expectNothing();
  });
}

const markdown = remark().use(remarkHtml, { sanitize: false });

const jsonForScript = (text: string) => JSON.stringify(text).replaceAll("<", "\\u003c");

/** Functions that render a vector in its context, without defences. */
const PLACES: Record<Context, (text: string) => string> = {
  html: (text) => `<div>${text}</div>`,
  reread: (text) =>
    `<body><script>
       const read = new DOMParser().parseFromString(${jsonForScript(`<body>${text}`)}, "text/html");
       document.body.innerHTML = read.body.innerHTML;
     </script>`,
  "double-quoted": (text) => `<p title="${text}">x</p>`,
  "single-quoted": (text) => `<p title='${text}'>x</p>`,
  unquoted: (text) => `<p title=${text}>x</p>`,
  url: (text) => `<a id="go" href="${text}">x</a>`,
  css: (text) => `<style>@keyframes x{}${text}</style>`,
  rcdata: (text) => `<textarea>${text}</textarea>`,
  comment: (text) => `<!-- ${text} -->`,
  json: (text) => `<script type="application/json">${JSON.stringify({ text })}</script>`,
  script: (text) => `<script>const text = '${text}';</script>`,
  markdown: (text) => String(markdown.processSync(text)).replace("<a ", '<a id="go" '),
};

/** Serves pages without defences: a page per vector, and pages with several vectors in frames. */
async function startControl(vectors: Vector[]) {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://control.example");
    const vector = vectors[Number(pathname.slice(1))];
    const ids = searchParams.getAll("id").map(Number);
    const body =
      pathname === "/frames"
        ? ids.map((id) => `<iframe src="/${id}" width="90" height="40"></iframe>`).join("")
        : vector && PLACES[vector.context](vector.text);
    response.writeHead(body ? 200 : 404, { "Content-Type": "text/html; charset=utf-8" });
    response.end(body && `<!doctype html><title>x</title><style>@keyframes x{}</style>${body}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    pageUrl: ({ id }: Vector) => `${url}/${id}`,
    framesUrl: (framed: Vector[]) =>
      `${url}/frames?${framed.map(({ id }) => `id=${id}`).join("&")}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
