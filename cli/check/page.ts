// A page as the site check reads it, and its application form filled in as a plain browser sends it.
import { parse, type DefaultTreeAdapterTypes as Tree } from "parse5";
import { companyPageAt } from "../../app/addresses";
import { fileOf, PHONE, TEXT } from "./apply";

export interface Page {
  /** Its path on the site. */
  path: string;
  status: number;
  headers: Headers;
  elements: Element[];
}

interface Element {
  tag: string;
  attributes: Partial<Record<string, string>>;
  text: string;
  /** The elements inside. */
  inside: Element[];
}

export async function readPage(response: Response, path: string): Promise<Page> {
  const elements = elementsIn(parse(await response.text()));
  return { path, status: response.status, headers: response.headers, elements };
}

function elementsIn(node: Tree.Node): Element[] {
  if (!("childNodes" in node)) return [];
  const inside = node.childNodes.flatMap(elementsIn);
  if (!("tagName" in node)) return inside;
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  const text = node.childNodes.map((one) => ("value" in one ? one.value : "")).join("");
  return [{ tag: node.tagName, attributes, text, inside }, ...inside];
}

/** The paths of a page's links to pages of a kind on the site. */
export const linksTo = ({ elements }: Page, kind: "career-site" | "position"): string[] =>
  elements.flatMap(({ tag, attributes: { href = "" } }) => {
    const path = href.replace(/[?#].*/, "");
    const isOwn = tag === "a" && path.startsWith("/");
    const page = isOwn ? companyPageAt(path) : undefined;
    return page?.kind === kind && !page.isPrivacy ? [path] : [];
  });

/** The company's career site, as its position's page links to it: `/` on a host of the company's own. */
export const careerSiteOf = (page: Page): string => linksTo(page, "career-site")[0] ?? "/";

/** The page's form with an answer in each field that takes one; undefined if it has no form. */
export function filledForm({ elements }: Page): { action: string; form: FormData } | undefined {
  const found = elements.find(
    ({ tag, attributes: { id } }) => tag === "form" && id === "application",
  );
  if (!found) return undefined;
  const form = new FormData();
  for (const control of found.inside) fill(form, control);
  return { action: found.attributes.action ?? "", form };
}

function fill(form: FormData, { tag, attributes, inside }: Element): void {
  const { name, type = tag, value = "", accept = "", maxlength } = attributes;
  // The field that only machines fill in has no place in the tab order.
  if (!name || attributes.tabindex === "-1") return;
  if (type === "radio" || type === "checkbox") {
    if (!form.has(name)) form.set(name, value);
  } else if (type === "hidden") form.set(name, value);
  else if (type === "file") {
    const endings = accept === "" ? undefined : accept.split(",").map((one) => one.slice(1));
    form.set(name, "required" in attributes ? fileOf(endings) : new File([], ""));
  } else if (tag === "select") {
    const options = inside.map((option) => option.attributes.value ?? "");
    form.set(name, options.find((option) => option !== "") ?? "");
  } else if (tag === "input" || tag === "textarea") {
    const text = TEXTS[name] ?? TEXTS[attributes.inputmode ?? type] ?? TEXT;
    form.set(name, text.slice(0, Number(maxlength ?? text.length)));
  }
}

/** By a field's name, its `inputmode` or its type. */
const TEXTS: Partial<Record<string, string>> = {
  first_name: "Puerta",
  last_name: "Check",
  tel: PHONE,
  email: "puerta-check@example.org",
  url: "https://example.org/",
  decimal: "1",
  date: new Date().toISOString().slice(0, 10),
};
