/** An element as a strict reader of XML has it. */
interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** Its own text. */
  text: string;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  if (/<|(?![\t\n\r])\p{Cc}|&(?!(?:amp|lt|gt|quot|apos);)/u.test(text)) {
    throw new Error(`No XML: ${text.slice(0, 80)}`);
  }
  return text.replace(/&([a-z]+);/g, (_, name: string) => ENTITIES[name] ?? "");
}

/**
 * Reads XML as strictly as it is defined (XML 1.0), of that which our files use: elements, attributes and
 * texts. Throws for anything else.
 */
export function parseXml(xml: string): XmlElement {
  const declaration = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(xml)?.[0];
  if (declaration === undefined) throw new Error("No XML declaration");
  const whole: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [whole];
  const token = /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)|(.)/gsu;
  for (const match of xml.slice(declaration.length).matchAll(token)) {
    const [, end, name = "", attributes = "", isEmpty, text, wrong] = match;
    const current = open.at(-1);
    if (wrong !== undefined || !current) throw new Error(`No XML at ${match.index}`);
    if (text !== undefined) current.text += unescapeXml(text);
    else if (end) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> ends another element`);
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
  const [root, another] = whole.children;
  if (open.length !== 1 || !root || another) throw new Error("Not one root element");
  return root;
}
