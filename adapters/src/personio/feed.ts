import { parseXml, XmlElement } from "@rgrove/parse-xml";
import { z } from "zod";
import { line, text } from "../../../contract/values";
import { maybe, readItems } from "../format";

const Position = z.object({
  id: z.string().regex(/^\d{1,15}$/),
  name: text,
  subcompany: maybe(text),
  offices: z.array(text),
  department: maybe(line),
  employmentType: maybe(text),
  schedule: maybe(text),
  createdAt: maybe(text),
  /** Their values are HTML. */
  descriptions: z.array(z.object({ name: maybe(text), value: z.string() })),
});

/** A position of the feed. */
export type Position = z.infer<typeof Position>;

/**
 * Reads Personio's feed of positions, `<workzag-jobs><position>…`. A position that is malformed is left
 * out. Nothing that a DOCTYPE declares is read.
 *
 * @returns undefined if it is another document, or none
 */
export function positionsIn(xml: string, company: { code: string }): Position[] | undefined {
  let root: XmlElement | null;
  try {
    ({ root } = parseXml(xml.trim()));
  } catch {
    return undefined;
  }
  if (root?.name !== "workzag-jobs") return undefined;
  const positions = childrenOf(root, "position").map((element) => ({
    ...Object.fromEntries(elementsOf(element).map((part) => [part.name, part.text])),
    offices: officesOf(element),
    descriptions: childrenOf(element, "jobDescriptions")
      .flatMap((all) => childrenOf(all, "jobDescription"))
      .map((one) => ({ name: textOf(one, "name"), value: textOf(one, "value") ?? "" })),
  }));
  return readItems(company, Position, positions);
}

const elementsOf = (element: XmlElement): XmlElement[] =>
  element.children.filter((child): child is XmlElement => child instanceof XmlElement);

const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  elementsOf(element).filter((child) => child.name === name);

const textOf = (element: XmlElement, name: string) => childrenOf(element, name)[0]?.text.trim();

function officesOf(element: XmlElement): string[] {
  const others = childrenOf(element, "additionalOffices").flatMap((all) =>
    childrenOf(all, "office"),
  );
  const all = [...childrenOf(element, "office"), ...others].map(({ text }) => text.trim());
  return [...new Set(all)].filter((office) => office !== "");
}
