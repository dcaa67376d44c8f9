import { ANSWERS, buildForm } from "./application-form";
import { findElements } from "./html";

/** The form of a page, as a browser would send it: with its hidden fields, and no file. */
export function formFromPage(html: string, changes: Record<string, string> = {}): FormData {
  const hidden = Object.fromEntries(
    findElements(html, "input")
      .filter(({ attributes }) => attributes.type === "hidden")
      .map(({ attributes }) => [attributes.name ?? "", attributes.value ?? ""]),
  );
  return buildForm({ ...ANSWERS, ...hidden, ...changes });
}
