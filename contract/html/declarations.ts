/** A declaration of a style. The name and the value are in lower case, with single spaces. */
export interface Declaration {
  name: string;
  value: string;
}

/** URLs, strings, comments and escapes, which can contain any character. */
const OPAQUE =
  /url\(\s*(?!["'\s])(?:\\[^]|[^\\)])*\)?|"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?|\/\*[^]*?(?:\*\/|$)|\\(?:([\da-f]{1,6})(?:\r\n|\s)?|([^]?))/gi;

const NAME_CHARACTER = /^[-\w\u0080-\u{10ffff}]$/u;

/**
 * Parses a `style` attribute as browsers do: they skip malformed declarations. Returns the declarations from the
 * weakest to the strongest. Takes linear time.
 */
export function parseDeclarations(style: string): Declaration[] {
  const plain = style.replace(OPAQUE, (opaque, hex?: string, character?: string) => {
    if (opaque.startsWith("\\")) return unescapeName(hex, character);
    if (opaque.startsWith("/*")) return " ";
    return /^url/i.test(opaque) ? "url()" : '""';
  });
  const all = splitAtSemicolons(plain.replace(/[ \t\n\r\f]+/g, " ").toLowerCase()).flatMap(
    (declaration) => {
      const colon = declaration.indexOf(":");
      if (colon === -1) return [];
      const value = declaration.slice(colon + 1);
      const important = / ?! ?important ?$/.exec(value);
      return {
        name: trim(declaration.slice(0, colon)),
        value: trim(value.slice(0, important?.index)),
        isImportant: important !== null,
      };
    },
  );
  return [
    ...all.filter(({ isImportant }) => !isImportant),
    ...all.filter(({ isImportant }) => isImportant),
  ];
}

/** Removes a space at each end. In CSS, a no-break space is a letter. */
const trim = (text: string): string => text.replace(/^ | $/g, "");

/** Decodes an escape. Only characters of names matter here; a placeholder replaces the others. */
function unescapeName(hex: string | undefined, character = ""): string {
  const code = hex === undefined ? undefined : Number.parseInt(hex, 16);
  const decoded =
    code === undefined ? character : code > 0x10ffff ? "" : String.fromCodePoint(code);
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
