import { fetchPage } from "../ui/browser/fetch-page";
import { whenIdle } from "../ui/browser/when-idle";
import { resultsText } from "./results-text";

/** Delay between the last key press and the request, in ms. */
const DEBOUNCE_MS = 250;

/** Loads the search code, which most visitors don't need. */
const loadRows = () => import("./search-rows");

/**
 * Searches while the candidate types. If every job is on the page, filters the rows. Otherwise fetches the results
 * from the server. Updates the URL, so that the search can be shared.
 */
export function startLiveSearch(form: HTMLFormElement, announce: (message: string) => void): void {
  const input = form.querySelector("input[type=search]");
  const count = document.getElementById("job-count");
  const results = document.getElementById("jobs");
  const clear = document.querySelector<HTMLElement>(".clear");
  if (!(input instanceof HTMLInputElement) || !count || !results || !clear) return;
  let isComplete = form.dataset.liveSearch === "complete";
  const selects = [...form.querySelectorAll("select")];

  const show = (text: string, isEmpty: boolean, url: string) => {
    count.textContent = text;
    results.parentElement?.classList.toggle("jobs-none", isEmpty);
    clear.hidden = [input, ...selects].every(({ value }) => value === "");
    history.replaceState(history.state, "", url);
  };

  const getFilters = () => selects.filter(({ value }) => value !== "");
  const searchRows = async () => (await loadRows()).searchRows(results, input.value, getFilters());
  /**
   * Searches for text that is already entered. This loads the search and folds the rows' texts before the
   * first key.
   */
  const prepare = () =>
    void loadRows()
      .then(whenIdle)
      .then(searchRows)
      .catch(() => undefined); // The search itself handles the failure.

  const searchPage = async () => {
    const found = await searchRows();
    for (const list of results.querySelectorAll<HTMLElement>(".job-columns,.job-list,section"))
      list.hidden =
        found === 0 || (list.tagName === "SECTION" && !list.querySelector(".job:not([hidden])"));
    const searched = [
      input.value.trim(),
      ...getFilters().map(
        ({ selectedOptions: [option] }) => option?.text.replace(/ \(\d+\)$/, "") ?? "",
      ),
    ].filter(Boolean);
    const { one = "", many = "", none = "", searched: noMatches = "" } = count.dataset;
    const words = { one, many, none, searched: noMatches };
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
    const url = createSearchUrl(form);
    announce(form.dataset.loading ?? "");
    try {
      const page = await fetchPage(url, signal);
      const found = page.getElementById("jobs");
      if (signal.aborted) return;
      if (!found) throw new Error("The response has no list of jobs");
      // Keep the focus on a job that is found again.
      const focused = results.contains(document.activeElement) && document.activeElement;
      const href = focused instanceof HTMLAnchorElement ? focused.href : undefined;
      results.replaceChildren(...found.childNodes);
      [...results.querySelectorAll("a")].find((link) => link.href === href)?.focus();
      show(
        page.getElementById("job-count")?.textContent ?? "",
        !results.querySelector(".job"),
        url,
      );
      announce("");
    } catch {
      if (!signal.aborted) announce(form.dataset.failed ?? "");
    }
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  const search = (delay: number) => {
    clearTimeout(timer);
    if (isComplete)
      searchPage().catch(() => {
        // The rows of an incomplete list come from the server.
        isComplete = false;
        search(0);
      });
    else timer = setTimeout(() => void searchServer(), delay);
  };
  if (isComplete) {
    form.addEventListener("focusin", prepare, { once: true });
    // The tap that loaded this script might already have moved the focus.
    if (form.contains(document.activeElement)) prepare();
  }
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
  const url = new URL(location.href);
  url.searchParams.delete("page");
  for (const [name, value] of new FormData(form)) {
    url.searchParams.delete(name);
    if (typeof value === "string" && value !== "") url.searchParams.set(name, value);
  }
  return url.href;
}
