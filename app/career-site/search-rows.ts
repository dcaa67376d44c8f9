import { createMatcher, splitValues, toSearchText } from "./search";

/** The searched elements of a row. `createSearchText` uses the same facts on the server. */
const SEARCHED_PARTS = [
  ...[":scope > a", ".job-location", ".job-contract", ".job-department"],
  ...[".job-workplace", ".job-pay"],
];

/** Search texts by their parts, which translation tools can change. */
const searchTexts = new Map<string, string>();

function fold(...parts: (string | null | undefined)[]): string {
  const key = parts.join("\n");
  const text = searchTexts.get(key) ?? toSearchText(parts);
  searchTexts.set(key, text);
  return text;
}

/** Hides the rows that don't match a query and all filters. Returns the number of visible rows. */
export function searchRows(
  list: Element,
  query: string,
  filters: readonly { name: string; value: string }[],
): number {
  const rows = [...list.querySelectorAll<HTMLElement>(".job")];
  const texts = rows.map((row) =>
    fold(
      row.dataset.department,
      ...SEARCHED_PARTS.map((part) => row.querySelector(part)?.textContent),
    ),
  );
  const isMatch = createMatcher(query, texts);
  const found = rows.filter((row, index) => {
    row.hidden = !(
      isMatch(texts[index] ?? "") &&
      filters.every(({ name, value }) =>
        splitValues(
          name,
          row.dataset[name] ?? row.querySelector(`.job-${name}`)?.textContent ?? "",
        ).some((text) => fold(text) === fold(value)),
      )
    );
    return !row.hidden;
  });
  return found.length;
}
