import { ANSWERS, buildForm } from "./application-form";
import { findElements } from "./html";

/** Builds a form from a page's hidden fields and `ANSWERS`, without a file. */
export function formFromPage(html: string, changes: Record<string, string> = {}): FormData {
  const hidden = Object.fromEntries(
    findElements(html, "input")
      .filter(({ attributes }) => attributes.type === "hidden")
      .map(({ attributes }) => [attributes.name ?? "", attributes.value ?? ""]),
  );
  return buildForm({ ...ANSWERS, ...hidden, ...changes });
}
