import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  anyText,
  longTimeout,
  runs,
  arbitraryText,
  checkProperty,
} from "~/tests/support/arbitraries";
import { escapeCss, renderMarkdown, sanitizeHtml } from "./company-html.server";
import { parseHtmlDocument, parseHtmlFragment } from "~/tests/support/parse-html";

/** The elements that a company's HTML may contain. */
const ALLOWED = new Set(
  (
    "a abbr b blockquote br caption code dd del div dl dt em h2 h3 h4 h5 h6 hr i li ol p pre s small span " +
    "strong sub sup table tbody td tfoot th thead tr u ul img"
  ).split(" "),
);

/** Elements that are active, have special parsing rules, or close other elements. */
const NASTY_TAGS = (
  "script svg math template style noscript iframe object embed form title textarea xmp " +
  "plaintext noembed noframes listing select option mtext mi mglyph malignmark " +
  "annotation-xml foreignObject desc h1 nobr html head body frameset base link meta " +
  "image input button caption colgroup col marquee applet font animate use x-y isindex"
).split(" ");

const tag = fc.oneof(
  fc.constantFrom(...ALLOWED),
  fc.constantFrom(...NASTY_TAGS),
  fc.mixedCase(fc.constantFrom(...NASTY_TAGS)),
);

/** Parts of script URLs, and tricks that hide them from a filter. */
const scheme = arbitraryText(
  (
    `javascript:¦JaVaScRiPt:¦java¦script¦:¦&colon;¦&#58;¦&#x3a;¦&Tab;¦&#x09;¦&NewLine;¦` +
    `&#10;¦\u0001¦\t¦\n¦ ¦&#0;¦data:text/html,¦vbscript:¦alert(1)¦//¦/¦\\¦?¦#¦https://¦` +
    `mailto:¦tel:¦blob:¦&amp;¦\u0000`
  ).split("¦"),
  7,
);

const ATTRIBUTE_NAMES = (
  "href HREF xlink:href src srcdoc action formaction style class id name title colspan " +
  "rowspan scope onclick onerror onload is slot target rel dir lang data-company-script " +
  "aria-label http-equiv encoding type value start style style hidden data-list data-aria-level"
).split(" ");

/** Styles that change elements. */
const STYLES = [
  ...["display:block", "display:flex;font-weight:700", "font-weight:400", "visibility:visible"],
  ...["text-decoration:line-through", "vertical-align:super", "list-style-type:lower-alpha"],
  ...["mso-list:l0 level2 lfo1", "mso-list:ignore", "font:italic 0 a", "1", "-2", "a"],
];

/** An attribute with a value in quotes, in backticks or unquoted. */
const attribute = fc
  .tuple(
    fc.constantFrom(...ATTRIBUTE_NAMES),
    fc.oneof(
      scheme,
      anyText,
      fc.constantFrom("text/html", "</style>", '"><script>', "<!--", "]]>", "`"),
      fc.constantFrom(...STYLES),
    ),
    fc.constantFrom('"', "'", "", "`"),
  )
  .map(([name, value, quote]) => `${name}=${quote}${value}${quote}`);

/** Content between tags: comments, entities, unmatched end tags. */
const CONTENT = (
  `<!--¦-->¦--!>¦<!-->¦<![CDATA[¦]]>¦<?xml ?>¦<!doctype html>¦</¦<¦>¦&lt;script&gt;¦` +
  `&#60;¦&amp;lt;¦</p>¦</br>¦</script>¦</style>¦</title>¦</div>¦</main>¦</body>¦</svg>¦` +
  `</math>¦</template>¦</noscript>¦</table>¦</textarea>¦\u0000¦text¦` +
  `<script>alert(1)</script>¦<img src=x onerror=alert(1)>`
).split("¦");
const content = fc.oneof(anyText, arbitraryText(CONTENT, 6));

const { tree } = fc.letrec<{ tree: string; element: string }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "medium", withCrossShrink: true },
    content,
    tie("element"),
    fc.array(tie("tree"), { maxLength: 4 }).map((nodes) => nodes.join("")),
  ),
  element: fc
    .tuple(
      tag,
      fc.array(attribute, { maxLength: 3 }),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.constantFrom("closed", "closed", "open", "self-closed", "cut off"),
    )
    .map(([name, attributes, children, end]) => {
      const start = [`<${name}`, ...attributes].join(" ");
      if (end === "self-closed") return `${start}/>`;
      if (end === "cut off") return start;
      return `${start}>${children.join("")}${end === "open" ? "" : `</${name}>`}`;
    }),
}));

/** HTML, mostly malformed. */
const html = fc.oneof(
  tree,
  fc
    .array(
      fc.oneof(
        tag.map((name) => `<${name}>`),
        tag.map((name) => `</${name}>`),
        content,
      ),
    )
    .map((pieces) => pieces.join("")),
  arbitraryText(CONTENT),
);

const MARKDOWN = (
  `# ¦## ¦- ¦1. ¦> ¦    ¦\n¦\n\n¦*¦**¦_¦\`¦\`\`\`\n¦~~~\n¦|¦|-¦~¦~~¦www.a¦http://¦a@a.a¦` +
  `!¦[x](¦](¦)¦[¦]¦![¦[a]: ¦[a]¦<¦>¦<https://a.example>¦\\¦&¦javascript:alert(1)¦` +
  `java&#x0a;script:alert(1)¦https://a.example/¦---\n¦[^1]¦\t¦` +
  `<a href='javascript:alert(1)'>¦<script>¦</script>¦<!--¦-->¦"x"¦&lt;`
).split("¦");
const markdown = fc.oneof(arbitraryText(MARKDOWN, 25), html, anyText);

/** A node as a browser parses it. */
interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

const fragment = (html: string) => parseHtmlFragment(html) as Node;
const document = (html: string) => parseHtmlDocument(html) as Node;

const ATTRIBUTES: Record<string, string[]> = {
  a: ["href", "title", "rel"],
  abbr: ["title"],
  ol: ["start", "reversed", "type"],
  li: ["value"],
  td: ["colSpan", "rowSpan"],
  th: ["colSpan", "rowSpan", "scope"],
  img: ["src", "alt", "width", "height", "loading", "referrerPolicy"],
  // Our code sets this attribute.
  table: ["tabIndex"],
};
const REL = ["nofollow", "noopener", "ugc"];
const SCHEMES = ["http:", "https:", "mailto:", "tel:"];

function expectHarmless(node: Node) {
  // Comments, doctypes and raw nodes are not allowed.
  expect(["root", "element", "text"]).toContain(node.type);
  if (node.type === "element") {
    const { tagName = "", properties = {} } = node;
    expect(ALLOWED).toContain(tagName);
    if (tagName === "a") expect(properties.rel).toEqual(REL);
    if (tagName === "img") expect(properties.src).toMatch(/^https:/);
    for (const [name, value] of Object.entries(properties)) {
      expect(["lang", "dir", ...(ATTRIBUTES[tagName] ?? [])]).toContain(name);
      if (name !== "href") continue;
      const address = String(value);
      if (!URL.canParse(address, "https://site.example/a/b")) continue;
      expect(SCHEMES).toContain(new URL(address, "https://site.example/a/b").protocol);
    }
  }
  node.children?.forEach(expectHarmless);
}

/** Returns the names of an element's ancestors, outermost first. */
function findAncestors(node: Node, id: string): string[] | undefined {
  if (node.properties?.id === id) return [];
  for (const child of node.children ?? []) {
    const below = findAncestors(child, id);
    if (below) return node.tagName === undefined ? below : [node.tagName, ...below];
  }
  return undefined;
}

/** Expects that the HTML is harmless and doesn't affect what follows it. */
function expectContained(html: string) {
  expectHarmless(fragment(html));
  const page = document(
    `<!doctype html><body><main><div>${html}</div></main><footer id="after">x</footer></body>`,
  );
  expect(findAncestors(page, "after")).toEqual(["html", "body"]);
}

test("keeps only allowed elements and attributes of a company's HTML", longTimeout, async () => {
  const twice = (source: string) => [sanitizeHtml(source), sanitizeHtml(sanitizeHtml(source))];
  const property = fc.property(html, (source) => twice(source).forEach(expectContained));
  await checkProperty(property, runs);
});

test("renders a company's Markdown as harmless HTML", longTimeout, async () => {
  const property = fc.property(markdown, (source) => expectContained(renderMarkdown(source)));
  await checkProperty(property, runs);
});

describe("escapeCss", () => {
  const css = fc.oneof(
    anyText,
    arbitraryText([
      ..."< </ style STYLE sTyLe </style> </STYLE/ <style> <!-- <! !-- --> << { } /* */".split(" "),
      ..."</script> a{} \\3c <scrip <script> <style content:'<' </\u017ftyle>".split(" "),
      ...["</style ", "<\u0000/style>", "<\n/style>"],
    ]),
  );

  test("keeps a company's CSS inside its style element", longTimeout, async () => {
    await checkProperty(
      fc.property(css, (source) => {
        const contained = escapeCss(source);
        expect(contained).not.toMatch(/<\/style|<!--|<style/i);
        expect(escapeCss(contained)).toBe(contained);
        const page = document(
          `<!doctype html><body><style>${contained}</style><p id="after"></p></body>`,
        );
        expect(findAncestors(page, "after")).toEqual(["html", "body"]);
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
