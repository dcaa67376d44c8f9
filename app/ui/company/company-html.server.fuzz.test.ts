import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText, manyTries, runs, textOf, proved } from "../../../tests/support/arbitraries";
import { containedCss, markdownHtml, sanitizedHtml } from "./company-html.server";
import { documentOf, fragmentOf } from "../../../tests/support/parsed-html";
import { html, markdown, ALLOWED } from "../../../tests/support/html-arbitraries";

/** A node as a browser would have it. */
interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

const fragment = (html: string) => fragmentOf(html) as Node;
const document = (html: string) => documentOf(html) as Node;

const ATTRIBUTES: Record<string, string[]> = {
  a: ["href", "title", "rel"],
  abbr: ["title"],
  ol: ["start", "reversed"],
  td: ["colSpan", "rowSpan"],
  th: ["colSpan", "rowSpan", "scope"],
  // Ours: the keyboard reaches each table.
  table: ["tabIndex"],
};
/** What every link of a company's says of where it leads: nothing on our behalf. */
const REL = ["nofollow", "noopener", "ugc"];
const SCHEMES = ["http:", "https:", "mailto:", "tel:"];

function isHarmless(node: Node) {
  // No comments, no doctypes, nothing of a processor's own.
  expect(["root", "element", "text"]).toContain(node.type);
  if (node.type === "element") {
    const { tagName = "", properties = {} } = node;
    expect(ALLOWED).toContain(tagName);
    if (tagName === "a") expect(properties.rel).toEqual(REL);
    for (const [name, value] of Object.entries(properties)) {
      expect(["lang", "dir", ...(ATTRIBUTES[tagName] ?? [])]).toContain(name);
      if (name !== "href") continue;
      const address = String(value);
      if (!URL.canParse(address, "https://site.example/a/b")) continue;
      expect(SCHEMES).toContain(new URL(address, "https://site.example/a/b").protocol);
    }
  }
  node.children?.forEach(isHarmless);
}

/** The names of the elements that hold one with an id, the outermost first. */
function holdersOf(node: Node, id: string): string[] | undefined {
  if (node.properties?.id === id) return [];
  for (const child of node.children ?? []) {
    const below = holdersOf(child, id);
    if (below) return node.tagName === undefined ? below : [node.tagName, ...below];
  }
  return undefined;
}

/** What is made of a text can do nothing to the page, not even behind its own element. */
function isContained(html: string) {
  isHarmless(fragment(html));
  const page = document(
    `<!doctype html><body><main><div>${html}</div></main><footer id="after">x</footer></body>`,
  );
  expect(holdersOf(page, "after")).toEqual(["html", "body"]);
}

test(
  "any HTML of a company becomes elements, attributes and schemes that are allowed",
  manyTries,
  async () => {
    await proved(
      fc.property(html, (given) => {
        const made = sanitizedHtml(given);
        isContained(made);
        isContained(sanitizedHtml(made));
      }),
      runs,
    );
  },
);

test("of a company's markdown there remains what can do nothing", manyTries, async () => {
  await proved(
    fc.property(markdown, (given) => isContained(markdownHtml(given))),
    runs,
  );
});

describe("a company's CSS", () => {
  const css = fc.oneof(
    anyText,
    textOf([
      ..."< </ style STYLE sTyLe </style> </STYLE/ <style> <!-- <! !-- --> << </\u017ftyle>".split(
        " ",
      ),
      ..."</script> a{} \\3c <scrip <script> <style { } /* */ content:'<'".split(" "),
      ...["</style ", "<\u0000/style>", "<\n/style>"],
    ]),
  );

  test("is all that a browser finds in its element", manyTries, async () => {
    await proved(
      fc.property(css, (given) => {
        const contained = containedCss(given);
        expect(contained).not.toMatch(/<\/style|<!--|<style/i);
        expect(containedCss(contained)).toBe(contained);
        const page = document(
          `<!doctype html><body><style>${contained}</style><p id="after"></p></body>`,
        );
        expect(holdersOf(page, "after")).toEqual(["html", "body"]);
        const styles = (node: Node): Node[] =>
          node.tagName === "style" ? [node] : (node.children ?? []).flatMap(styles);
        const [style, ...others] = styles(page);
        expect(others).toEqual([]);
        expect(style?.children?.map(({ value }) => value).join("")).toBe(
          contained.replace(/\r\n?/g, "\n").replaceAll("\u0000", "\ufffd"),
        );
      }),
      runs,
    );
  });
});
