// Measures the CPU time of rendering company texts: `npm run bench -- texts`. Each text is the largest of its
// kind within the bounds (`text-bounds.server.ts`). Fails if a text takes more than ten times the median of
// realistic texts.
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { ROOT } from "../scripts/local";
import { runIfMain } from "../scripts/stop";
import { median } from "./measure.mjs";

const TIMES_MOST = 10;
const TRIES = 3;
const CHARACTERS = 100_000;

/** @typedef {string | ((index: number) => string)} Piece */

/** Markdown that is slow to parse: a piece, and the number of its repetitions between blank lines. */
const MARKDOWN = /** @type {Record<string, [Piece, number]>} */ ({
  "lazy lines in a quotation": ["> a\nb\n", 150],
  "lazy lines in nested quotations": ["> > > > > > > > > > > > a\nb\n", 1],
  "lazy lines in a list": ["- a\nb\n", 150],
  "a list": ["- a\n", 300],
  "a list with blank lines": ["- a\n", 1],
  "nested lists": [(index) => `${" ".repeat((index % 12) * 2)}- a\n`, 300],
  "nested lists with blank lines": [(index) => `${" ".repeat((index % 12) * 2)}- a\n`, 1],
  "nested lists that start on one line": [`${"- ".repeat(12)}a\n`, 300],
  "numbers and quotations": ["1. > a\n", 300],
  "quotations and lists": ["> - > - > - > - a\n", 300],
  "underlined titles": ["a\n---\n", 150],
  titles: ["# a\n", 300],
  links: ["[a](b) ", 400],
  "unclosed links": ["[", 900],
  definitions: ["[a]: b\n", 1],
  emphasis: ["*a_ ", 400],
  code: [(index) => `${"`".repeat((index % 30) + 1)}a`, 60],
  tags: ['<a x="', 900],
  "a table": [(index) => ["|a|b\n", "|-|-\n"][index % 300] ?? "c\n", 300],
  "struck-out words": ["~~a~~ ", 240],
  addresses: ["www.a ", 900],
  "nested addresses": [(index) => `_www.a${index % 9 === 8 ? " " : ""}`, 450],
  "mail addresses": ["a@a.a ", 900],
  "blank lines": ["\n", 1],
});

const HTML = /** @type {Record<string, Piece>} */ ({
  paragraphs: "<p>",
  "unclosed elements across paragraphs": (index) => `<p><b x=${index}>`,
  "unclosed elements, a hundred deep": (index) => (index < 90 ? `<b x=${index}>` : "<p>a"),
  "nested elements": "<div>",
  "nested links": "<a href=x><div>",
  lists: "<ul><li>",
  "nested tables": "<table><td>",
  "attributes of one element": (index) => (index === 0 ? "<p " : `a${index} `),
  "end tags without a start": "</p>",
  entities: "&amp;",
  styles: '<i style="display:block;font:bold 1px a;opacity:.5">a</i>',
  "styles that turn each other off": '<b>a<i style="font-weight:400">b</i></b>',
  "no-break spaces": "a&nbsp;b&nbsp;",
});

/** Repeats a piece. @param {Piece} piece @param {number} count @param {number} inBlock */
const createText = (piece, count, inBlock) =>
  Array.from(
    { length: count },
    (_, index) =>
      (typeof piece === "string" ? piece : piece(index)) + ((index + 1) % inBlock ? "" : "\n\n"),
  ).join("");

/** Returns the longest accepted text of repeated pieces. @param {Piece} piece @param {number} inBlock @param {(text: string) => boolean} isTaken */
function longest(piece, inBlock, isTaken) {
  let [least, most] = [0, CHARACTERS];
  while (least < most) {
    const count = Math.ceil((least + most) / 2);
    if (isTaken(createText(piece, count, inBlock))) least = count;
    else most = count - 1;
  }
  return createText(piece, least, inBlock);
}

let texts = 0;

/** Measures the CPU of a render in ms: the minimum of several tries. @param {(text: string) => string} render @param {string} text */
function cost(render, text) {
  let least = Infinity;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = process.cpuUsage();
    // Rendered texts are cached, so each must differ.
    render(`${text.trimEnd()}${(texts += 1)}`);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

await runIfMain(import.meta.url, async () => {
  const outfile = join(ROOT, "build", "bench-texts.mjs");
  const stdin = {
    contents: `export * from "./app/ui/company/company-html.server.ts";
      export * from "./app/ui/company/text-bounds.server.ts";
      export * from "./contract/html/parse.ts";`,
    resolveDir: ROOT,
  };
  await build({
    stdin,
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["worker"],
  });
  /** @type {Record<"renderMarkdown" | "sanitizeHtml", (text: string) => string> & Record<"isMarkdownWithinBounds" | "parseHtml", (text: string) => boolean>} */
  const { renderMarkdown, sanitizeHtml, isMarkdownWithinBounds, parseHtml } = await import(outfile);
  await rm(outfile);

  const isHtmlTaken = (/** @type {string} */ html) => {
    if (html.length > CHARACTERS) return false;
    try {
      parseHtml(html);
      return true;
    } catch {
      return false;
    }
  };
  const companies = ["alfar-albufera", "cafe-tres-cumbres", "harbour-lane-ferries"];
  const seed = (/** @type {string} */ path) => readFile(join(ROOT, "platform/seed", path), "utf8");
  const policies = await Promise.all(companies.map((company) => seed(`${company}/privacy.md`)));
  const descriptions = await Promise.all(
    ["alfar-albufera/jobs/aprendiz-de-taller.md", "harbour-lane-ferries/jobs/deckhand.md"].map(
      async (path) => (await seed(path)).split("---\n").at(-1) ?? "",
    ),
  );
  const compare = (
    /** @type {string} */ what,
    /** @type {(text: string) => string} */ render,
    /** @type {string[]} */ written,
    /** @type {[string, string][]} */ dense,
  ) => {
    for (const text of written) cost(render, text);
    const usual = median(written.map((text) => cost(render, text)));
    console.log(
      `\n| ${what} | characters | times the median, ${usual.toFixed(0)} ms |\n| --- | --- | --- |`,
    );
    for (const [name, text] of dense) {
      const times = cost(render, text) / usual;
      if (times > TIMES_MOST) process.exitCode = 1;
      console.log(`| ${name} | ${text.length} | ${times.toFixed(1)} |`);
    }
  };
  compare(
    "markdown",
    renderMarkdown,
    policies.map((text) => longest(`${text}\n`, 1, isMarkdownWithinBounds)),
    Object.entries(MARKDOWN).map(([name, [piece, inBlock]]) => [
      name,
      longest(piece, inBlock, isMarkdownWithinBounds),
    ]),
  );
  compare(
    "HTML",
    sanitizeHtml,
    descriptions.map((text) => longest(text, 1, isHtmlTaken)),
    Object.entries(HTML).map(([name, piece]) => [name, longest(piece, Infinity, isHtmlTaken)]),
  );
  if (process.exitCode === 1) {
    console.error(`A text takes more than ${TIMES_MOST} times the median of realistic texts.`);
  }
});
