const ESCAPES: Record<string, string> = {
  '"': "&quot;",
  "&": "&amp;",
  "'": "&#x27;",
  "<": "&lt;",
  ">": "&gt;",
};

/**
 * A text as HTML, for an element's content or an attribute's value in double quotes: as React writes it.
 * Not for the content of scripts and styles.
 */
export const escapeHtml = (text: string): string =>
  /["&'<>]/.test(text) ? text.replace(/["&'<>]/g, (one) => ESCAPES[one] ?? one) : text;

/** An attribute with the space before it; nothing for a value that is undefined. */
export const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? "" : ` ${name}="${escapeHtml(value)}"`;
