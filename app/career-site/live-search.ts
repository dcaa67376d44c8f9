import { fill } from "../i18n/fill";
import { fetchPage } from "../ui/browser/fetch-page";
import { resultsText } from "./results-text";
import { keyOf, searcher } from "./search";

/** How long after the last key the server is asked, in ms. */
const PAUSE_MS = 250;

/**
 * Makes the search form answer while the visitor types. If every job is on the page, its rows are
 * searched; else the server's page is fetched and its results are shown. The address changes too, so
 * that it can be shared.
 */
export function startLiveSearch(form: HTMLFormElement, say: (words: string) => void): void {
  const input = form.querySelector("input[type=search]");
  const count = document.getElementById("job-count");
  const results = document.getElementById("jobs");
  if (!(input instanceof HTMLInputElement) || !count || !results) return;
  const isComplete = form.dataset.liveSearch === "complete";

  const searchHere = () => {
    const isWanted = searcher(input.value);
    const filters = [...form.querySelectorAll("select")].filter(({ value }) => value !== "");
    let found = 0;
    for (const row of results.querySelectorAll<HTMLElement>(".job")) {
      const textsOf = (selector: string) =>
        [...row.querySelectorAll(selector)].map((element) => element.textContent);
      const isFound =
        filters.every(({ name, value }) =>
          textsOf(`.job-${name}`).some((text) => keyOf(text) === keyOf(value)),
        ) && isWanted(textsOf(":scope > a, .job-location, .job-contract, .job-department"));
      row.hidden = !isFound;
      found += Number(isFound);
    }
    setHidden(results.querySelector(".job-list"), found === 0);
    results.querySelector(".empty")?.remove();
    if (found === 0)
      results.insertAdjacentElement("afterbegin", emptyResult(results.dataset, input.value));
    const { one = "", many = "" } = count.dataset;
    count.textContent = resultsText(found, { one, many }, document.documentElement.lang);
    history.replaceState(history.state, "", addressOf(form));
  };

  let latest = new AbortController();
  const searchThere = async () => {
    latest.abort();
    const { signal } = (latest = new AbortController());
    const address = addressOf(form);
    say(form.dataset.loading ?? "");
    try {
      const page = await fetchPage(address, signal);
      const found = page.getElementById("jobs");
      if (signal.aborted) return;
      if (!found) throw new Error("The answer has no list of jobs");
      // If the focus was on a job that is found again, it stays there.
      const at = results.contains(document.activeElement) && document.activeElement;
      const href = at instanceof HTMLAnchorElement ? at.href : undefined;
      results.replaceChildren(...found.childNodes);
      [...results.querySelectorAll("a")].find((link) => link.href === href)?.focus();
      count.textContent = page.getElementById("job-count")?.textContent ?? "";
      history.replaceState(history.state, "", address);
      say("");
    } catch {
      if (!signal.aborted) say(form.dataset.failed ?? "");
    }
  };

  let pause: ReturnType<typeof setTimeout> | undefined;
  const search = (wait: number) => {
    clearTimeout(pause);
    if (isComplete) searchHere();
    else pause = setTimeout(() => void searchThere(), wait);
  };
  input.addEventListener("input", () => search(PAUSE_MS));
  for (const filter of form.querySelectorAll("select")) {
    filter.addEventListener("change", () => search(0));
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    search(0);
  });
  // There may be something already: entered before this ran, or restored by Back without an event.
  const isAsDrawn = [...form.querySelectorAll("select")].every(
    ({ value, options }) =>
      value === ([...options].find((one) => one.defaultSelected)?.value ?? ""),
  );
  if (input.value !== input.defaultValue || !isAsDrawn) search(0);
}

function addressOf(form: HTMLFormElement): string {
  const address = new URL(location.href);
  for (const name of ["q", "department", "location", "page"]) address.searchParams.delete(name);
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value !== "") address.searchParams.set(name, value);
  }
  return address.href;
}

/** What the server draws where no job is found (`career-site-page.tsx`). */
function emptyResult(texts: DOMStringMap, query: string): HTMLElement {
  const { none = "", searched = "", clear = "", href = "" } = texts;
  const empty = document.createElement("div");
  empty.className = "empty";
  for (const text of [none, ...(query === "" ? [] : [fill(searched, { query })])]) {
    empty.appendChild(document.createElement("p")).textContent = text;
  }
  const link = empty.appendChild(document.createElement("a"));
  link.textContent = clear;
  link.href = href;
  return empty;
}

function setHidden(element: Element | null, hidden: boolean): void {
  if (element instanceof HTMLElement) element.hidden = hidden;
}
