import { parseXml, XmlElement } from "@rgrove/parse-xml";
import * as z from "zod";
import { line, text } from "~/contract/values";
import { currency } from "~/contract/facts";
import { readItems } from "../board-requests";
import { lenient } from "../format";

const Position = z.object({
  id: z.string().regex(/^\d{1,15}$/),
  name: text,
  subcompany: lenient(line),
  offices: z.array(text),
  department: lenient(line),
  employmentType: lenient(text),
  schedule: lenient(text),
  createdAt: lenient(text),
  /** Amounts, and a period such as `monthly`. */
  salary: z.object({
    min: lenient(text),
    max: lenient(text),
    currencyCode: lenient(currency),
    type: lenient(text),
  }),
  /** Descriptions with HTML values. */
  descriptions: z.array(z.object({ name: lenient(text), value: z.string() })),
});

export type Position = z.infer<typeof Position>;

/** Whether a position has no text in the language of its feed. */
export const isEmpty = ({ descriptions }: Position) =>
  descriptions.every(({ name, value }) => name === CONTACT || isBlankHtml(value));

const isBlankHtml = (html: string) =>
  html.length < 500 && html.replace(/<[^<>]*>|&nbsp;|\s/g, "") === "";

/** Name of the description that contains the company's contact person. */
export const CONTACT = "CONTACT_PERSON";

/**
 * Parses Personio's feed of positions, `<workzag-jobs><position>…`. Malformed positions are left out.
 * DOCTYPE declarations are ignored.
 *
 * @returns undefined if the string is not such a feed
 */
export function parseFeed(
  route: string,
  xml: string,
  company: { code: string },
): Position[] | undefined {
  let root: XmlElement | null;
  try {
    ({ root } = parseXml(xml.trim()));
  } catch {
    return undefined;
  }
  if (root?.name !== "workzag-jobs") return undefined;
  const positions = getChildren(root, "position").map((element) => ({
    ...Object.fromEntries(getElements(element).map((part) => [part.name, part.text])),
    offices: getOffices(element),
    salary: Object.fromEntries(
      getChildren(element, "salaryInformation")
        .flatMap(getElements)
        .map((part) => [part.name, part.text]),
    ),
    descriptions: getChildren(element, "jobDescriptions")
      .flatMap((all) => getChildren(all, "jobDescription"))
      .map((node) => ({ name: getText(node, "name"), value: getText(node, "value") ?? "" })),
  }));
  return readItems(route, company, Position, positions);
}

const getElements = (element: XmlElement): XmlElement[] =>
  element.children.filter((child): child is XmlElement => child instanceof XmlElement);

const getChildren = (element: XmlElement, name: string): XmlElement[] =>
  getElements(element).filter((child) => child.name === name);

const getText = (element: XmlElement, name: string) => getChildren(element, name)[0]?.text.trim();

function getOffices(element: XmlElement): string[] {
  const others = getChildren(element, "additionalOffices").flatMap((all) =>
    getChildren(all, "office"),
  );
  const all = [...getChildren(element, "office"), ...others].map(({ text }) => text.trim());
  return [...new Set(all)].filter((office) => office !== "");
}
