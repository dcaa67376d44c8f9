import fc from "fast-check";
import { anyText, textOf } from "./arbitraries";

/** The elements that a company's HTML may have. */
export const ALLOWED = new Set(
  (
    "a abbr b blockquote br caption code dd del div dl dt em h2 h3 h4 h5 h6 hr i li ol p pre s small span " +
    "strong sub sup table tbody td tfoot th thead tr u ul"
  ).split(" "),
);

/** Elements that act, that are parsed by rules of their own, or that end others. */
const NASTY_TAGS = (
  "script svg math template style noscript iframe object embed form title textarea xmp " +
  "plaintext noembed noframes listing select option mtext mi mglyph malignmark " +
  "annotation-xml foreignObject desc h1 nobr html head body frameset base link meta img " +
  "image input button caption colgroup col marquee applet font animate use x-y isindex"
).split(" ");

const tag = fc.oneof(
  fc.constantFrom(...ALLOWED),
  fc.constantFrom(...NASTY_TAGS),
  fc.mixedCase(fc.constantFrom(...NASTY_TAGS)),
);

/** Addresses that run a script, and what hides them from a filter. */
const scheme = textOf(
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
  "aria-label http-equiv encoding"
).split(" ");

/** An attribute whose value stands in quotes, in backticks or bare. */
const attribute = fc
  .tuple(
    fc.constantFrom(...ATTRIBUTE_NAMES),
    fc.oneof(
      scheme,
      anyText,
      fc.constantFrom("text/html", "</style>", '"><script>', "<!--", "]]>", "`"),
    ),
    fc.constantFrom('"', "'", "", "`"),
  )
  .map(([name, value, quote]) => `${name}=${quote}${value}${quote}`);

/** What stands between tags: comments, entities, ends of what was never begun. */
const CONTENT = (
  `<!--¦-->¦--!>¦<!-->¦<![CDATA[¦]]>¦<?xml ?>¦<!doctype html>¦</¦<¦>¦&lt;script&gt;¦` +
  `&#60;¦&amp;lt;¦</p>¦</br>¦</script>¦</style>¦</title>¦</div>¦</main>¦</body>¦</svg>¦` +
  `</math>¦</template>¦</noscript>¦</table>¦</textarea>¦\u0000¦text¦` +
  `<script>alert(1)</script>¦<img src=x onerror=alert(1)>`
).split("¦");
const content = fc.oneof(anyText, textOf(CONTENT, 6));

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

/** HTML as no author writes it. */
export const html = fc.oneof(
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
  textOf(CONTENT),
);

const MARKDOWN = (
  `# ¦## ¦- ¦1. ¦> ¦    ¦\n¦\n\n¦*¦**¦_¦\`¦\`\`\`\n¦~~~\n¦|¦|-¦~¦~~¦www.a¦http://¦a@a.a¦` +
  `!¦[x](¦](¦)¦[¦]¦![¦[a]: ¦[a]¦<¦>¦<https://a.example>¦\\¦&¦javascript:alert(1)¦` +
  `java&#x0a;script:alert(1)¦https://a.example/¦---\n¦[^1]¦\t¦` +
  `<a href='javascript:alert(1)'>¦<script>¦</script>¦<!--¦-->¦"x"¦&lt;`
).split("¦");
export const markdown = fc.oneof(textOf(MARKDOWN, 25), html, anyText);
