import { expect } from "./fixtures";
import type { Page } from "playwright/test";
import { clickDeadLinks, findForbidden, watchContext } from "./xss-watch";
import { fakeClientCode, fakeClientUuid } from "./fake-platform";
import { CV } from "./form-page";
import { foldSpace } from "./xss-site";
import { VECTORS, type Vector } from "./xss-vectors";

/** Calls `work` for each item, on several pages in parallel. */
export async function forEachOnPages<T>(
  pages: Page[],
  items: T[],
  work: (page: Page, item: T) => Promise<void>,
) {
  const remaining = [...items];
  await Promise.all(
    pages.map(async (page) => {
      for (let item = remaining.shift(); item !== undefined; item = remaining.shift())
        await work(page, item);
    }),
  );
}

/** Watches a page's context for vectors that run. Call `expectNothing` at the end of the test. */
export async function watchPages(first: Page) {
  const context = first.context();
  const { ran, dialogs, blocked } = await watchContext(context);
  const problems: string[] = [];
  return {
    twoPages: async () => [first, await context.newPage()],
    /** Clicks links without a URL, and records forbidden elements of the page. */
    checkPage: async (page: Page) => {
      await clickDeadLinks(page);
      problems.push(...(await findForbidden(page)));
    },
    expectNothing: () => {
      expect(problems, "forbidden elements in a page").toEqual([]);
      expect([...ran], "vectors that ran").toEqual([]);
      expect(dialogs).toEqual([]);
      const unexpected = [...blocked].filter((what) => !what.startsWith("img-src"));
      expect(unexpected, "violations of the policy").toEqual([]);
    },
  };
}

/** Checks every page of a list, and expects the list to show every vector as text. */
export async function expectList(
  page: Page,
  site: string,
  checkPage: (page: Page) => Promise<void>,
) {
  const names: string[] = [];
  for (let number = 1; names.length < VECTORS.length; number += 1) {
    await page.goto(`${site}/${fakeClientCode}/${fakeClientUuid}?page=${number}`);
    const found = await page.locator(".job > a").allTextContents();
    if (found.length === 0) break;
    names.push(...found);
    await checkPage(page);
  }
  const sorted = (texts: readonly string[]) => texts.map(foldSpace).sort();
  expect(sorted(names)).toEqual(sorted(vectorTexts(VECTORS)));
}

/** Enters vectors as names and open answers, and chooses a file named after a vector. */
export async function enterVectors(page: Page, vectors: Vector[], phone: string) {
  const texts = vectorTexts(vectors);
  const short = texts.filter((text) => text.length <= 100);
  await page.evaluate(
    ({ texts, names: [first, last], phone }) => {
      const enter = (field: HTMLInputElement | HTMLTextAreaElement | null, text = "") => {
        if (!field) throw new Error("A field is missing");
        field.value = text;
        for (const type of ["input", "change"]) {
          field.dispatchEvent(new Event(type, { bubbles: true }));
        }
      };
      enter(document.querySelector("#first_name"), first);
      enter(document.querySelector("#last_name"), last);
      enter(document.querySelector("#phone"), phone);
      document.querySelectorAll("textarea").forEach((area, index) => enter(area, texts[index]));
      for (const group of document.querySelectorAll("#application fieldset")) {
        group.querySelector<HTMLInputElement>("[type=radio]:enabled")?.click();
      }
      document.querySelector<HTMLInputElement>("#privacy_policy:not(:checked)")?.click();
    },
    { texts, names: short, phone },
  );
  const name = `${short[0]?.replace(/[^\x20-\x7e]|[/\\]/g, " ") ?? "cv"}.pdf`;
  await page.locator("#cv").setInputFiles({ ...CV, name });
}

export const vectorTexts = (vectors: Vector[]) => vectors.map(({ text }) => text);
