const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Characters that XML 1.0 forbids or discourages (section 2.2). */
const INVALID_CHARACTERS = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]|\p{Cs}/gu;

/** Escapes text for an element or an attribute. */
export const escapeXml = (text: string): string =>
  text
    .replace(INVALID_CHARACTERS, "")
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Returns an element, or an empty string if `text` is undefined or empty. */
export const xmlElement = (name: string, text: string | number | undefined): string =>
  text === undefined || text === "" ? "" : `<${name}>${escapeXml(String(text))}</${name}>`;
