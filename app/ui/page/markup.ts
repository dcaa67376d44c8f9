const ESCAPES: Record<string, string> = {
  '"': "&quot;",
  "&": "&amp;",
  "'": "&#x27;",
  "<": "&lt;",
  ">": "&gt;",
};

/** Escapes text for an element or a double-quoted attribute, as React does. Not for scripts and styles. */
export const escapeHtml = (text: string): string =>
  /["&'<>]/.test(text)
    ? text.replace(/["&'<>]/g, (character) => ESCAPES[character] ?? character)
    : text;

/** An attribute with a leading space, or an empty string if its value is undefined. */
export const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? "" : ` ${name}="${escapeHtml(value)}"`;
