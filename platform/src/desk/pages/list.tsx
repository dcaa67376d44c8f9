/** @jsxImportSource hono/jsx */
import { FILTERS, SORTS, type Filter, type ListQuery, type Sort } from "../inbox";
import { MARKS, type ListedRow, type Mark } from "../records";
import { Form, Time, type View } from "./layout";

export interface ListState {
  /** The path of the list. */
  at: string;
  query: ListQuery;
  /** The encrypted search. */
  q: string;
  rows: ListedRow[];
  hasBefore: boolean;
  hasAfter: boolean;
  counts: Record<string, number>;
  /** Whether all applications of the page are chosen. */
  isAllChosen: boolean;
}

type Address = Pick<ListState, "at" | "q"> & { query: Partial<ListQuery> };

interface Change {
  filter?: Filter | undefined;
  sort?: Sort;
  after?: number | undefined;
  before?: number | undefined;
  isAllChosen?: boolean;
}

/** Returns the address of the first page of a list, or of what `change` says. */
export function listHref({ at, q, query: { filter, sort } }: Address, change: Change = {}): string {
  const wanted = { filter, sort, ...change };
  const query = new URLSearchParams({
    ...(q !== "" && { q }),
    ...(wanted.filter && { show: wanted.filter }),
    ...(wanted.sort && wanted.sort !== "newest" && { sort: wanted.sort }),
    ...(wanted.after !== undefined && { after: String(wanted.after) }),
    ...(wanted.before !== undefined && { before: String(wanted.before) }),
    ...(wanted.isAllChosen && { all: "1" }),
  }).toString();
  return query === "" ? at : `${at}?${query}`;
}

const keys = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[]; // has no other keys

/** A searchable list of applications, of which several can be marked, downloaded or deleted at once. */
export function ApplicationList({ view, list }: { view: View; list: ListState }) {
  const { texts } = view;
  const { at, query, rows, counts } = list;
  const { filter, sort, search, position, after, before } = query;
  const page = { after, before };
  const isNarrowed = search !== "" || filter !== undefined;
  if (!isNarrowed && counts.total === 0) return <p class="card">{texts.noApplications}</p>;
  return (
    <>
      <search class="find">
        <Form view={view} action={`${at}/search`}>
          <label class="above" for="search">
            {texts.searchApplications}
          </label>
          <div class="actions">
            <input
              type="search"
              id="search"
              name="search"
              value={search}
              maxlength={200}
              autocomplete="off"
            />
            {filter && <input type="hidden" name="filter" value={filter} />}
            <input type="hidden" name="sort" value={sort} />
            <button class="plain">{texts.search}</button>
          </div>
        </Form>
      </search>
      <nav class="tabs" aria-label={texts.filterLabel}>
        {[undefined, ...keys(FILTERS)].map((one) => (
          <a
            href={listHref(list, { filter: one })}
            aria-current={one === filter ? "page" : undefined}
          >
            {`${texts.filters[one ?? "all"]} `}
            <span class="count">{counts[one ?? "total"]}</span>
          </a>
        ))}
      </nav>
      {rows.length === 0 ? (
        <p class="card">{search === "" ? texts.noApplications : texts.noneFound}</p>
      ) : (
        <>
          <p class="sorts small">
            {`${texts.sortLabel}: `}
            {keys(SORTS).map((one) => (
              <a
                href={listHref(list, { sort: one })}
                aria-current={one === sort ? "true" : undefined}
              >
                {texts.sorts[one]}
              </a>
            ))}
            <a class="choose" href={listHref(list, { ...page, isAllChosen: !list.isAllChosen })}>
              {list.isAllChosen ? texts.chooseNone : texts.chooseAll}
            </a>
          </p>
          <Form view={view} action="/chosen/mark">
            <input type="hidden" name="back" value={listHref(list, page)} />
            <ul class="rows chosen">
              {rows.map((row) => (
                <Row
                  {...{ view, row, isChosen: list.isAllChosen }}
                  hasPosition={position === undefined}
                />
              ))}
            </ul>
            <Actions view={view} />
          </Form>
          <Pages view={view} list={list} />
        </>
      )}
    </>
  );
}

interface RowProps {
  view: View;
  row: ListedRow;
  isChosen: boolean;
  hasPosition: boolean;
}

function Row({ view, row, isChosen, hasPosition }: RowProps) {
  const { texts } = view;
  const { id, number, first_name, last_name, created_at, mark, has_note, position, company } = row;
  const name = `${first_name} ${last_name}`;
  const isOfMany = (view.person?.companies.length ?? 0) > 1;
  return (
    <li>
      <label class="choice">
        <input
          type="checkbox"
          name="id"
          value={id}
          checked={isChosen}
          aria-label={`${texts.choose}: ${name}`}
        />
      </label>
      <h2 class="name">
        <a href={`/applications/${id}`}>{name}</a>
      </h2>
      <p class="meta">
        {hasPosition && `${position}${isOfMany ? ` · ${company}` : ""} · `}
        {`#${number} · `}
        <Time view={view} iso={created_at} />
        {has_note && ` · ${texts.note}`}
      </p>
      <div class="end">
        <MarkTag texts={texts} mark={mark} />
      </div>
    </li>
  );
}

export function MarkTag({ texts, mark }: { texts: View["texts"]; mark: Mark }) {
  return <span class={`tag tag-${mark}`}>{texts.marks[mark]}</span>;
}

/** What can be done with the chosen applications. The bar stays in view while one is chosen. */
function Actions({ view: { texts } }: { view: View }) {
  return (
    <div class="actions chosen-actions">
      <select name="mark" aria-label={texts.markLegend}>
        {MARKS.map((mark) => (
          <option value={mark} selected={mark === "answered"}>
            {texts.marks[mark]}
          </option>
        ))}
      </select>
      <button class="plain">{texts.markChosen}</button>
      <button class="plain" formaction="/chosen/export">
        {texts.exportChosen}
      </button>
      <button class="plain danger" formaction="/chosen/delete">
        {texts.deleteChosen}
      </button>
    </div>
  );
}

function Pages({ view: { texts }, list }: { view: View; list: ListState }) {
  const { rows, hasBefore, hasAfter } = list;
  const [first, last] = [rows[0]?.number, rows.at(-1)?.number];
  if (first === undefined || last === undefined || !(hasBefore || hasAfter)) return null;
  return (
    <nav class="pagination" aria-label={texts.pages}>
      {hasBefore && (
        <a class="button plain" rel="prev" href={listHref(list, { before: first })}>
          {texts.previous}
        </a>
      )}
      {hasAfter && (
        <a class="button plain" rel="next" href={listHref(list, { after: last })}>
          {texts.next}
        </a>
      )}
    </nav>
  );
}
