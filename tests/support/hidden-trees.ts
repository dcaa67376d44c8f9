// Random HTML in which every word is known to be visible or hidden.
import fc from "fast-check";

/** The effect of a style or an attribute on text. */
type Effect =
  | "nothing"
  /** Hides the element and everything in it. */
  | "hides"
  | "makes invisible"
  | "makes visible"
  | "makes tiny"
  | "makes readable"
  | "makes transparent"
  | "makes opaque";

/** Attributes with their effects in Chromium. */
const ATTRIBUTES: readonly (readonly [attribute: string, effect: Effect])[] = [
  ['style="display:none"', "hides"],
  ['style="color:red; display : none !important; display:block"', "hides"],
  ['style="opacity:0"', "hides"],
  ['style="opacity:0.0;color:#123"', "hides"],
  ['style="position:absolute;left:-9999px"', "hides"],
  ['style="position:absolute;clip:rect(0,0,0,0)"', "hides"],
  ['style="clip-path:inset(50%)"', "hides"],
  ['style="display:block;height:0;padding:0;border:0;overflow:hidden"', "hides"],
  ['style="content-visibility:hidden;display:block"', "hides"],
  ['style="transform:scale(0);display:inline-block"', "hides"],
  ["hidden", "hides"],
  ["hidden=hidden lang=es", "hides"],
  ['style="visibility:hidden"', "makes invisible"],
  ['style="VISIBILITY:COLLAPSE"', "makes invisible"],
  ['style="visibility:visible"', "makes visible"],
  ['style="font-size:0"', "makes tiny"],
  ['style="font:0/0 a"', "makes tiny"],
  ['style="font-size:14px"', "makes readable"],
  ['style="font:italic bold 1rem serif"', "makes readable"],
  ['style="color:transparent"', "makes transparent"],
  ['style="color:rgba(9, 9, 9, 0)"', "makes transparent"],
  ['style="color:#123456"', "makes opaque"],
  ["", "nothing"],
  ['class="hidden" title="display:none"', "nothing"],
  ['style="dis/**/play:none"', "nothing"],
  ['style="display:none none"', "nothing"],
  ["style=\"content:'display:none;';opacity:.9\"", "nothing"],
  ['style="font-weight:bold;text-decoration:line-through"', "nothing"],
  ['style="font-weight:400;font-style:normal"', "nothing"],
  ['style="font-size:120%;vertical-align:super"', "nothing"],
  ['style="display:block"', "nothing"],
  ['style="left:-9999px;clip:rect(0,0,0,0)"', "nothing"],
];

/** Elements that can contain blocks, and elements that can't, with their end tags. */
const BLOCKS = ["div", "section", "article", "blockquote", "nav", "fieldset", "center"];
const PARAGRAPHS = ["p", "h1", "h3", "address", "figcaption"];
const INLINE = ["span", "b", "strong", "i", "em", "u", "font", "code", "small"];

interface Tree {
  tag: string;
  attribute: (typeof ATTRIBUTES)[number];
  /** Undefined stands for a word. */
  children: readonly (Tree | undefined)[];
}

type Kind = "block" | "list" | "paragraph" | "inline";

const attribute = fc.oneof(
  { weight: 2, arbitrary: fc.constant(["", "nothing"] as const) },
  { weight: 3, arbitrary: fc.constantFrom(...ATTRIBUTES) },
);

const { block, list, paragraph, inline } = fc.letrec<Record<Kind, Tree>>((tie) => {
  const element = (tags: readonly string[], child: Kind, more: readonly Kind[] = []) =>
    fc.record({
      tag: fc.constantFrom(...tags),
      attribute,
      children: fc.array(
        fc.oneof(
          { maxDepth: 5, withCrossShrink: true },
          fc.constant(undefined),
          tie(child),
          ...more.map((name) => tie(name)),
        ),
        { minLength: 1, maxLength: 4 },
      ),
    }) as fc.Arbitrary<Tree>;
  return {
    block: element(BLOCKS, "block", ["list", "paragraph", "inline"]),
    list: fc.record({
      tag: fc.constantFrom("ul", "ol"),
      attribute,
      children: fc.array(element(["li"], "inline", ["list"]), { minLength: 1, maxLength: 3 }),
    }) as fc.Arbitrary<Tree>,
    paragraph: element(PARAGRAPHS, "inline"),
    inline: element(INLINE, "inline"),
  };
});

const documents = (maxLength: number) =>
  fc.array(fc.oneof(block, list, paragraph, inline), { minLength: 1, maxLength }).map(writeTrees);

export interface KnownHtml {
  html: string;
  visible: string[];
  hidden: string[];
}

const STATE = { isHidden: false, isInvisible: false, isTiny: false, isTransparent: false };

/** Writes trees as HTML in which each word is unique. */
function writeTrees(trees: readonly Tree[]): KnownHtml {
  const known: KnownHtml = { html: "", visible: [], hidden: [] };
  const write = (tree: Tree | undefined, state: typeof STATE): string => {
    if (!tree) {
      const word = `w${known.visible.length + known.hidden.length}w`;
      const isHidden = Object.values(state).includes(true);
      (isHidden ? known.hidden : known.visible).push(word);
      return word;
    }
    const [text, effect] = tree.attribute;
    const inner = { ...state };
    if (effect === "hides") inner.isHidden = true;
    if (effect.endsWith("visible")) inner.isInvisible = effect === "makes invisible";
    if (effect === "makes tiny" || effect === "makes readable")
      inner.isTiny = effect === "makes tiny";
    if (effect === "makes transparent" || effect === "makes opaque")
      inner.isTransparent = effect === "makes transparent";
    const children = tree.children.map((child) => write(child, inner)).join("");
    return `<${tree.tag} ${text}>${children}</${tree.tag}>`;
  };
  known.html = trees.map((tree) => write(tree, STATE)).join("\n");
  return known;
}

/** Returns the words in text or HTML. */
export const findWords = (text: string): string[] => text.match(/w\d+w/g) ?? [];

/** Returns the same documents in every run. @param most the maximum number of trees in a document */
export const sampleTrees = (count: number, most = 4): KnownHtml[] =>
  fc.sample(documents(most), { numRuns: count, seed: 68 });
