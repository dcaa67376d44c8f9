interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** The element's text, without its children's text. */
  text: string;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  if (/<|(?![\t\n\r])\p{Cc}|&(?!(?:amp|lt|gt|quot|apos);)/u.test(text)) {
    throw new Error(`Invalid XML: ${text.slice(0, 80)}`);
  }
  return text.replace(/&([a-z]+);/g, (_, name: string) => ENTITIES[name] ?? "");
}

/**
 * Parses the subset of XML 1.0 that the site's files use: elements, attributes and text.
 *
 * @throws Error on any other syntax
 */
export function parseXml(xml: string): XmlElement {
  const declaration = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(xml)?.[0];
  if (declaration === undefined) throw new Error("Missing XML declaration");
  const document: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [document];
  const token = /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)|(.)/gsu;
  for (const match of xml.slice(declaration.length).matchAll(token)) {
    const [, end, name = "", attributes = "", isEmpty, text, wrong] = match;
    const current = open.at(-1);
    if (wrong !== undefined || !current) throw new Error(`Invalid XML at ${match.index}`);
    if (text !== undefined) current.text += unescapeXml(text);
    else if (end) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> doesn't match the open element`);
    } else {
      const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)];
      const element: XmlElement = {
        name,
        attributes: Object.fromEntries(
          pairs.map(([, key = "", value = ""]) => [key, unescapeXml(value)]),
        ),
        children: [],
        text: "",
      };
      current.children.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  const [root, another] = document.children;
  if (open.length !== 1 || !root || another) throw new Error("Expected one root element");
  return root;
}
