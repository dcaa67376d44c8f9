import { ANSWERS, formOf } from "./application-form";
import { elementsOf } from "./html";

/** A form as a browser makes it of a page: with its hidden fields, and no file chosen. */
export function formOfPage(html: string, changes: Record<string, string> = {}): FormData {
  const hidden = Object.fromEntries(
    elementsOf(html, "input")
      .filter(({ attributes }) => attributes.type === "hidden")
      .map(({ attributes }) => [attributes.name ?? "", attributes.value ?? ""]),
  );
  return formOf({ ...ANSWERS, ...hidden, ...changes });
}
