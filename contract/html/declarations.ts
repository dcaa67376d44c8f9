/** URLs, strings, comments and escapes, which can contain any character. */
const OPAQUE =
  /url\(\s*(?!["'\s])(?:\\[^]|[^\\)])*\)?|"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?|\/\*[^]*?(?:\*\/|$)|\\(?:([\da-f]{1,6})(?:\r\n|\s)?|([^]?))/gi;

const NAME_CHARACTER = /^[-\w\u0080-\u{10ffff}]$/u;

/**
 * Parses a `style` attribute as browsers do: they skip malformed declarations. Returns the declarations from the
 * weakest to the strongest, in lower case and with single spaces. Takes linear time.
 */
export function parseDeclarations(style: string) {
  const plain = style.replace(OPAQUE, (opaque, hex?: string, character?: string) => {
    if (opaque.startsWith("\\")) return unescapeName(hex, character);
    if (opaque.startsWith("/*")) return " ";
    return /^url/i.test(opaque) ? "url()" : '""';
  });
  return splitAtSemicolons(plain.replace(/[ \t\n\r\f]+/g, " ").toLowerCase())
    .flatMap((text) => {
      const found = /^ ?([^:]*?) ?: ?(.*?) ?(! ?important ?)?$/s.exec(text);
      return found ? { name: found[1] ?? "", value: found[2] ?? "", important: found[3] } : [];
    })
    .sort((a, b) => (a.important ? 1 : 0) - (b.important ? 1 : 0));
}

/** Decodes an escape. Only characters of names matter here; a placeholder replaces the others. */
function unescapeName(hex: string | undefined, character = ""): string {
  const code = Math.min(Number.parseInt(hex ?? "", 16), 0x10ffff);
  const decoded = hex === undefined ? character : String.fromCodePoint(code);
  return NAME_CHARACTER.test(decoded) ? decoded : "_";
}

/** Splits at semicolons outside brackets. */
function splitAtSemicolons(text: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (const { 0: sign, index } of text.matchAll(/[()[\]{};]/g)) {
    if ("([{".includes(sign)) depth += 1;
    else if (sign !== ";") depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}
