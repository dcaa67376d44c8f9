// Describes YAML errors for people who don't know YAML.
import type { YAMLError } from "yaml";

const QUOTES = 'put the text in "quotes"';

/** Errors that follow from an earlier one, because the parser has lost its place. */
const CONSEQUENCE = " in YAML stream";

interface Found {
  offset: number;
  message: string;
}

/** Returns one error for each mistake, in line order. */
export function describeYamlErrors(
  errors: readonly Pick<YAMLError, "code" | "message" | "pos">[],
  text: string,
): Found[] {
  const sorted = [...errors].sort((a, b) => a.pos[0] - b.pos[0]);
  const lines = new Set<number>();
  return sorted.flatMap((error, index) => {
    if (index > 0 && error.message.includes(CONSEQUENCE)) return [];
    const [start] = error.pos;
    const line = text.lastIndexOf("\n", start - 1);
    if (lines.has(line)) return [];
    lines.add(line);
    const others = sorted.filter(({ pos }) => pos[0] === start).map(({ code }) => code);
    return [describe(error, text, others)];
  });
}

function describe(
  { code, message, pos: [offset] }: Pick<YAMLError, "code" | "message" | "pos">,
  text: string,
  codes: readonly string[],
): Found {
  const before = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const at = (words: string, start = offset) => ({ offset: start, message: words });
  switch (code) {
    case "BLOCK_AS_IMPLICIT_KEY":
      return codes.includes("MULTILINE_IMPLICIT_KEY")
        ? at("the next line is indented too far")
        : at(`has a second ": ": ${QUOTES}`);
    case "MULTILINE_IMPLICIT_KEY":
      return at('is not a fact: write "name: value", with a space after the colon');
    case "TAB_AS_INDENT":
      return at("begins with a tab: use spaces");
    case "DUPLICATE_KEY":
      return at(`${/^[^:\n]*/.exec(text.slice(offset))?.[0].trim()} appears twice`);
    case "BAD_SCALAR_START":
      return at(`begins with ${text.charAt(offset)}: ${QUOTES}`);
    case "BAD_DQ_ESCAPE":
      return at('has a \\ in "quotes": write it twice, as \\\\');
    case "BLOCK_IN_FLOW":
      return at(`lacks a comma between two values, or has a second ": "`);
    case "MULTIPLE_DOCS":
      return at("has another ---: remove it");
    case "BAD_INDENT": {
      const close = /end with a ([\]}])/.exec(message)?.[1];
      const open = close === "]" ? "[" : "{";
      if (close === undefined) return at("is not indented like the lines above it");
      return at(`the ${open} is not closed: add a ${close}`, text.lastIndexOf(open, offset));
    }
    case "MISSING_CHAR": {
      const quote = /closing (["'])/.exec(message)?.[1];
      if (quote) return at(`the ${quote} is not closed`, text.lastIndexOf(quote, offset - 1));
      if (message.includes("without -")) return at("is not indented like the lines above it");
      return at('is not a fact: write "name: value"');
    }
    case "UNEXPECTED_TOKEN":
      if (message.includes("block-seq-ind")) return at("a list begins on the next line, or with [");
      if (before.trim() === "") return at("is not indented like the lines above it");
      return at(`cannot be read from here: ${QUOTES}`);
    default:
      return at(`cannot be read: ${QUOTES} if it contains ": " or " #", or begins with a symbol`);
  }
}
