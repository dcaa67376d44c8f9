import type { Page } from "playwright/test";
import { stabilize } from "../support/stabilize-page";

/** Longer lists are cut to the first two rows, a count and the last row. */
const LONGEST_LIST = 12;

/**
 * Returns the page's language, title, focus, accessibility tree and descriptions of visible elements, line by
 * line. Replaces contents that vary between runs, and shortens long lists.
 */
export async function readAccessiblePage(page: Page): Promise<string> {
  await stabilize(page);
  const tree = await page.locator("body").ariaSnapshot();
  const { lang, title, focus, descriptions } = await page.evaluate(() => {
    const { activeElement: active, body } = document;
    const textById = (id: string) =>
      document.getElementById(id)?.textContent.replace(/\s+/g, " ").trim() ?? `no #${id}`;
    const described = [...document.querySelectorAll("[aria-describedby]")].filter((element) =>
      element.checkVisibility(),
    );
    return {
      lang: document.documentElement.lang,
      title: document.title,
      focus:
        active === null || active === body
          ? "none"
          : active.localName + (active.id ? `#${active.id}` : ` ${active.textContent.trim()}`),
      descriptions: described.map((element) => {
        const ids = element.getAttribute("aria-describedby")?.split(" ") ?? [];
        return `- ${element.localName}#${element.id}: ${ids.map(textById).join(" | ")}`;
      }),
    };
  });
  return [
    `lang: ${lang}`,
    `title: ${title}`,
    `focus: ${focus}`,
    ...shortenLists(tree.split("\n")),
    ...(descriptions.length > 0 ? ["descriptions:", ...descriptions] : []),
    "",
  ].join("\n");
}

const indentation = (line = "") => line.search(/\S|$/);

function shortenLists(lines: string[]): string[] {
  const shortened: string[] = [];
  for (let start = 0; start < lines.length;) {
    const rows = readRows(lines, start);
    const [first = [], second = []] = rows;
    const more = rows.length - 3;
    shortened.push(...first);
    if (rows.length > LONGEST_LIST) {
      const count = `${" ".repeat(indentation(first[0]))}# ${more} more`;
      shortened.push(...second, count, ...(rows.at(-1) ?? []));
      start += rows.flat().length;
    } else start += first.length;
  }
  return shortened;
}

/**
 * Returns the consecutive list rows that start at a line, each with its nested lines. A line that isn't a
 * row is returned alone.
 */
function readRows(lines: string[], start: number): string[][] {
  const kind = /^ *- (listitem|option)/.exec(lines[start] ?? "")?.[0];
  if (kind === undefined) return [lines.slice(start, start + 1)];
  const rows: string[][] = [];
  for (let at = start; lines[at]?.startsWith(kind);) {
    const inside = lines.slice(at + 1);
    const end = inside.findIndex((line) => indentation(line) <= indentation(kind));
    rows.push(lines.slice(at, end < 0 ? undefined : at + 1 + end));
    at += rows.at(-1)?.length ?? 1;
  }
  return rows;
}
