const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** Undoes one escaping of HTML: what was `&amp;amp;` is `&amp;` afterwards. */
export function unescapeOnce(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi,
    (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(String(hex), 16) : undefined;
      if (code === undefined) return NAMED[String(name).toLowerCase()] ?? whole;
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** A text as HTML that shows it. */
export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The words of a piece of HTML, for where the contract takes plain text: lines stay lines. */
export function plainText(html: string): string {
  return unescapeOnce(
    html
      .replace(/<(script|style)\b[^]*?<\/\1\s*>/gi, "")
      .replace(/<br\s*\/?>|<\/(p|div|li|h[1-6]|ul|ol)\s*>/gi, "\n")
      .replace(/<[^<>]*>/g, ""),
  )
    .replace(/[^\S\n]+/g, " ")
    .replace(/ *\n\s*/g, "\n")
    .trim();
}
