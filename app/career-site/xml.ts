const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** What XML 1.0 has no place for, however it is written (section 2.2). */
const INVALID_CHARACTERS = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]|\p{Cs}/gu;

/** A text as XML has it, in an element or in an attribute. */
export const escapeXml = (text: string): string =>
  text.replace(INVALID_CHARACTERS, "").replace(/[&<>"']/g, (one) => ENTITIES[one] ?? one);

/** An element with a text; nothing where there is none. */
export const xmlElement = (name: string, text: string | number | undefined): string =>
  text === undefined || text === "" ? "" : `<${name}>${escapeXml(String(text))}</${name}>`;
