import {
  HTML_VECTORS,
  LEGACY_HTML_VECTORS,
  MUTATION_VECTORS,
  REREAD_VECTORS,
} from "./xss-html-vectors";

/**
 * Contexts of the cross-site scripting vectors, which follow the XSS cheat sheets of OWASP and PortSwigger.
 * A vector that runs calls `xss` with its id. The tests add this function to every frame.
 */
export type Context =
  /** Between tags. */
  | "html"
  /** Between tags of HTML that is parsed without scripts, serialized and parsed again. */
  | "reread"
  /** In a quoted attribute. */
  | "double-quoted"
  | "single-quoted"
  | "unquoted"
  /** In the URL of a link, which the test clicks. */
  | "url"
  /** In a `<style>`, a `<textarea>` or a comment. */
  | "css"
  | "rcdata"
  | "comment"
  /** In a JSON string in a `<script>`, or in a string of a script. */
  | "json"
  | "script"
  | "markdown";

export interface Vector {
  id: number;
  context: Context;
  text: string;
  /** Whether Chromium runs the vector on a page without defences. */
  runs: boolean;
}

/**
 * Fills in a vector's placeholders. `{js}` calls `xss` with the id, and `{own}` calls it in a frame that
 * can't access its parents. `{file}` and `{page}` are URLs of a script and a page that call `xss`.
 */
function fillPlaceholders(text: string, id: number): string {
  const js = `top.xss(${id})`;
  const own = `xss(${id})`;
  const url = `javascript:${js}`;
  const entities = (form: (code: number) => string) =>
    [...url].map((letter) => form(letter.charCodeAt(0))).join("");
  const parts: Record<string, string> = {
    js,
    own,
    id: String(id),
    file: `https://evil.example/${id}.js`,
    page: `https://evil.example/${id}.html`,
    base: `https://evil.example/${id}/`,
    decimal: entities((code) => `&#${code};`),
    padded: entities((code) => `&#${String(code).padStart(7, "0")}`),
    hex: entities((code) => `&#x${code.toString(16)};`),
    percent: encodeURIComponent(js).replace(/[()]/g, (letter) => `%${toHex(letter)}`),
    base64: Buffer.from(`<script>${own}</script>`).toString("base64"),
    svg64: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg"><script>${own}</script></svg>`,
    ).toString("base64"),
  };
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => parts[name] ?? placeholder);
}

const toHex = (letter: string) => letter.charCodeAt(0).toString(16);

const DOUBLE_QUOTED = [
  `"><script>{js}</script>`,
  `"><img src=x onerror={js}>`,
  `" autofocus tabindex=1 onfocus="{js}`,
  `" style="animation:x 1s" onanimationstart="{js}`,
  `" oncontentvisibilityautostatechange="{js}" style="content-visibility:auto;display:block`,
  `\\"><img src=x onerror={js}>`,
];

const SINGLE_QUOTED = [
  `'><script>{js}</script>`,
  `' autofocus tabindex=1 onfocus='{js}`,
  `'-->"><svg/onload={js}>`,
];

const UNQUOTED = [
  `x autofocus tabindex=1 onfocus={js}`,
  `><script>{js}</script>`,
  `x\tautofocus\ttabindex=1\fonfocus={js}`,
];

const URLS = [
  `javascript:{js}`,
  `JaVaScRiPt:{js}`,
  `  javascript:{js}`,
  `java\tscript:{js}`,
  `java\nscript:{js}`,
  `\u0001javascript:{js}`,
  `\u001f\u0014 javascript:{js}`,
  `javascript\n:{js}`,
  `jav&#x09;ascript:{js}`,
  `java&NewLine;script:{js}`,
  `javascript&colon;{js}`,
  ` &#14;  javascript:{js}`,
  `{decimal}`,
  `{padded}`,
  `{hex}`,
  `javascript:{percent}`,
  `javascript://example.example/%0a{js}`,
  `javascript:/*https://example.example/*/{js}`,
  `javascript:{js}//#https://example.example/`,
];

const LEGACY_URLS = [
  `vbscript:msgbox({id})`,
  `data:text/html,<script>{own}</script>`,
  `data:image/svg+xml;base64,{svg64}`,
  `blob:javascript:{js}`,
  `//javascript:{js}`,
  `\u00a0javascript:{js}`,
  `\u2028javascript:{js}`,
  `\u0000javascript:{js}`,
  `java\u0000script:{js}`,
  `javascript%3A{js}`,
  `jav\u0430script:{js}`,
  `https:javascript:{js}`,
  `//"onerror="{js}`,
  `https://x.example/" onerror="{js}`,
  `https://x.example/'><script>{js}</script>`,
];

const CSS = [
  `</style><script>{js}</script>`,
  `</style ><svg onload={js}>`,
  `</style foo="><script>">{js}</style><script>{js}</script>`,
  `a::after{content:"</style><script>{js}</script>"}`,
  `<!-- </style><script>{js}</script> -->`,
  `@charset "</style><svg onload={js}>";`,
  `</style\f><script>{js}</script>`,
];

const LEGACY_CSS = [
  `body{background:url(javascript:{js})}`,
  `@import 'javascript:{js}';`,
  `</st/**/yle><script>{js}</script>`,
  `\\3c/style><script>{js}</script>`,
];

const RCDATA = [
  `</textarea><script>{js}</script>`,
  `</TextArea ><img src=x onerror={js}>`,
  `</textarea/><svg onload={js}>`,
  `<!--</textarea><img src=x onerror={js}>-->`,
];

const COMMENT = [
  `--><script>{js}</script>`,
  `--!><img src=x onerror={js}>`,
  `--\n--><svg onload={js}>`,
];

const JSON_IN_SCRIPT = [
  `</script><script>{js}</script>`,
  `</SCRIPT ><img src=x onerror={js}>`,
  `</script x="><script>">{js}</script><script>{js}</script>`,
  `<!--</script><script>{js}</script>`,
  `<!--<script></script></script><img src=x onerror={js}>`,
  `<!--<script>--></script><script>{js}</script>`,
];

const SCRIPT = [
  `';{js};'`,
  `'-{js}-'`,
  `</script><svg onload={js}>`,
  `'\n{js}\n'`,
  `\${{js}}'-{js}//`,
];

const MARKDOWN = [
  `[a](javascript:{js})`,
  `[a]( javascript:{js})`,
  `[a](javascript&colon;{js})`,
  `[a](<javascript:{js}>)`,
  `[a](&#x6A;avascript:{js})`,
  `<javascript:{js}>`,
  `[^1]\n\n[^1]: javascript:{js}`,
  `[a][1]\n\n[1]: javascript:{js}`,
  `![a](x" onerror="{js})<img src=x onerror={js}>`,
  `[![a](x)](javascript:{js})`,
  `# <img src=x onerror={js}>`,
  `- <details open ontoggle={js}>x</details>`,
  `<div>\n\n**a**\n\n<img src=x onerror={js}>\n</div>`,
  `<script>\n{js}\n</script>`,
  `<!-- a --><svg onload={js}>`,
  `<a href="javascript:{js}">a</a>`,
  `1. a\n   <iframe src="javascript:{js}"></iframe>`,
  `<?php ?><img src=x onerror={js}>`,
];

const LEGACY_MARKDOWN = [
  "```html\n<script>{js}</script>\n```",
  '```" onload="{js}\na\n```',
  "`<img src=x onerror={js}>`",
  `    <script>{js}</script>`,
  `![a](x "title\\" onerror=\\"{js}")`,
  `[a](x "\\" onmouseover=\\"{js}")`,
  `[a](data:text/html;base64,{base64})`,
  `![a"onerror="{js}](x)`,
  `<https://x.example/"onmouseover="{js}>`,
  `[a](<java\tscript:{js}>)`,
  `[a](\\javascript:{js})\n\n[b](j\\avascript:{js})`,
];

const CORPUS: [Context, runs: boolean, string[]][] = [
  ["html", true, HTML_VECTORS],
  ["html", true, MUTATION_VECTORS],
  ["reread", true, REREAD_VECTORS],
  ["html", false, LEGACY_HTML_VECTORS],
  ["double-quoted", true, DOUBLE_QUOTED],
  ["single-quoted", true, SINGLE_QUOTED],
  ["unquoted", true, UNQUOTED],
  ["url", true, URLS],
  ["url", false, LEGACY_URLS],
  ["css", true, CSS],
  ["css", false, LEGACY_CSS],
  ["rcdata", true, RCDATA],
  ["comment", true, COMMENT],
  ["json", true, JSON_IN_SCRIPT],
  ["script", true, SCRIPT],
  ["markdown", true, MARKDOWN],
  ["markdown", false, LEGACY_MARKDOWN],
];

export const VECTORS: Vector[] = CORPUS.flatMap(([context, runs, texts]) =>
  texts.map((text) => ({ context, runs, text })),
).map(({ text, ...vector }, id) => ({ id, ...vector, text: fillPlaceholders(text, id) }));
