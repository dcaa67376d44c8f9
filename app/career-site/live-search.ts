import { fetchPage } from "../ui/browser/fetch-page";
import { resultsText } from "./results-text";
import { normalizeValue, toSearchText, createMatcher, splitValues } from "./search";

/** Delay between the last key press and the request, in ms. */
const DEBOUNCE_MS = 250;

/** The searched elements of a row. `createSearchText` uses the same facts on the server. */
const SEARCHED_PARTS = [
  ...[":scope > a", ".job-location", ".job-contract", ".job-department"],
  ...[".job-workplace", ".job-pay"],
];

/**
 * Searches while the candidate types. If every job is on the page, filters the rows. Otherwise fetches the results
 * from the server. Updates the URL, so that the search can be shared.
 */
export function startLiveSearch(form: HTMLFormElement, announce: (words: string) => void): void {
  const input = form.querySelector("input[type=search]");
  const count = document.getElementById("job-count");
  const results = document.getElementById("jobs");
  const clear = document.querySelector<HTMLElement>(".clear");
  if (!(input instanceof HTMLInputElement) || !count || !results || !clear) return;
  const isComplete = form.dataset.liveSearch === "complete";
  const selects = [...form.querySelectorAll("select")];

  const show = (text: string, isNone: boolean, address: string) => {
    count.textContent = text;
    results.parentElement?.classList.toggle("jobs-none", isNone);
    clear.hidden = [input, ...selects].every(({ value }) => value === "");
    history.replaceState(history.state, "", address);
  };

  const searchPage = () => {
    const filters = selects.filter(({ value }) => value !== "");
    const rows = [...results.querySelectorAll<HTMLElement>(".job")];
    const texts = rows.map((row) =>
      toSearchText([
        row.dataset.department,
        ...SEARCHED_PARTS.map((part) => row.querySelector(part)?.textContent),
      ]),
    );
    const isMatch = createMatcher(input.value, texts);
    const found = rows.filter((row, index) => {
      row.hidden = !(
        isMatch(texts[index] ?? "") &&
        filters.every(({ name, value }) =>
          splitValues(
            name,
            row.dataset[name] ?? row.querySelector(`.job-${name}`)?.textContent ?? "",
          ).some((text) => normalizeValue(text) === normalizeValue(value)),
        )
      );
      return !row.hidden;
    }).length;
    for (const list of results.querySelectorAll<HTMLElement>(".job-columns,.job-list,section"))
      list.hidden =
        found === 0 || (list.tagName === "SECTION" && !list.querySelector(".job:not([hidden])"));
    const searched = [
      input.value.trim(),
      ...filters.map(
        ({ selectedOptions: [option] }) => option?.text.replace(/ \(\d+\)$/, "") ?? "",
      ),
    ].filter(Boolean);
    const { one = "", many = "", none = "", searched: nothing = "" } = count.dataset;
    const words = { one, many, none, searched: nothing };
    show(
      resultsText(found, words, searched, document.documentElement.lang),
      found === 0,
      createSearchUrl(form),
    );
  };

  let latest = new AbortController();
  const searchServer = async () => {
    latest.abort();
    const { signal } = (latest = new AbortController());
    const address = createSearchUrl(form);
    announce(form.dataset.loading ?? "");
    try {
      const page = await fetchPage(address, signal);
      const found = page.getElementById("jobs");
      if (signal.aborted) return;
      if (!found) throw new Error("The response has no list of jobs");
      // Keep the focus on a job that is found again.
      const at = results.contains(document.activeElement) && document.activeElement;
      const href = at instanceof HTMLAnchorElement ? at.href : undefined;
      results.replaceChildren(...found.childNodes);
      [...results.querySelectorAll("a")].find((link) => link.href === href)?.focus();
      show(
        page.getElementById("job-count")?.textContent ?? "",
        !results.querySelector(".job"),
        address,
      );
      announce("");
    } catch {
      if (!signal.aborted) announce(form.dataset.failed ?? "");
    }
  };

  let pause: ReturnType<typeof setTimeout> | undefined;
  const search = (wait: number) => {
    clearTimeout(pause);
    if (isComplete) searchPage();
    else pause = setTimeout(() => void searchServer(), wait);
  };
  input.addEventListener("input", () => search(DEBOUNCE_MS));
  for (const select of selects) select.addEventListener("change", () => search(0));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search(0);
  });
  // The candidate, or the browser after a back navigation, might already have filled in the form.
  const isUnchanged = selects.every(
    ({ value, options }) =>
      value === ([...options].find((option) => option.defaultSelected)?.value ?? ""),
  );
  if (input.value !== input.defaultValue || !isUnchanged) search(0);
}

function createSearchUrl(form: HTMLFormElement): string {
  const address = new URL(location.href);
  address.searchParams.delete("page");
  for (const [name, value] of new FormData(form)) {
    address.searchParams.delete(name);
    if (typeof value === "string" && value !== "") address.searchParams.set(name, value);
  }
  return address.href;
}
