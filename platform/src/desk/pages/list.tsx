/** @jsxImportSource hono/jsx */
import { FILTERS, SORTS, type Filter, type ListQuery } from "../inbox";
import { MARKS, type ListedRow, type Mark } from "../records";
import { Button, Form, Pager, Row, Rows, Search, Tabs, Tag } from "./parts";
import { dotted, Time, useDesk } from "./view";

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
  /** Whether all applications on the page are chosen. */
  isAllChosen: boolean;
}

type Address = Pick<ListState, "at" | "q"> & { query: Partial<ListQuery> };
type Change = Partial<Pick<ListQuery, "filter" | "sort" | "after" | "before">> & {
  isAllChosen?: boolean;
};

/** Returns the URL of a list's first page, with `change` applied. */
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
export function ApplicationList({ list }: { list: ListState }) {
  const { texts } = useDesk();
  const { at, query, rows, counts } = list;
  const { filter, sort, search } = query;
  const isNarrowed = search !== "" || filter !== undefined;
  if (!isNarrowed && counts.all === 0) return <p class="card">{texts.noApplications}</p>;
  const findFilter = (text: string): Filter | undefined =>
    keys(FILTERS).find((key) => key === text);
  return (
    <>
      <search class="find">
        <Form action={`${at}/search`} hidden={{ filter, sort }}>
          <Search name="search" label={texts.searchApplications} value={search} />
        </Form>
      </search>
      <Tabs
        {...{ label: texts.filterLabel, current: filter ?? "all" }}
        options={keys(texts.filters).map((key) => [key, texts.filters[key], counts[key]])}
        href={(key) => listHref(list, { filter: findFilter(key) })}
      />
      {rows.length === 0 ? (
        <p class="card">{search === "" ? texts.noApplications : texts.noneFound}</p>
      ) : (
        <Found list={list} />
      )}
    </>
  );
}

function Found({ list }: { list: ListState }) {
  const { texts } = useDesk();
  const { query, rows, isAllChosen, hasBefore, hasAfter } = list;
  const { sort, position, after, before } = query;
  const page = { after, before };
  return (
    <>
      <p class="sorts small">
        {`${texts.sortLabel}: `}
        {keys(SORTS).map((key) => (
          <a href={listHref(list, { sort: key })} aria-current={key === sort ? "true" : undefined}>
            {texts.sorts[key]}
          </a>
        ))}
        <a class="choose" href={listHref(list, { ...page, isAllChosen: !isAllChosen })}>
          {isAllChosen ? texts.chooseNone : texts.chooseAll}
        </a>
      </p>
      <Form action="/chosen/mark" hidden={{ back: listHref(list, page) }}>
        <Rows
          kind="chosen"
          rows={rows.map((row) => (
            <Application {...{ row, isChosen: isAllChosen, isInbox: position === undefined }} />
          ))}
        />
        <Actions />
      </Form>
      <Pager
        newer={hasBefore && listHref(list, { before: rows[0]?.number })}
        older={hasAfter && listHref(list, { after: rows.at(-1)?.number })}
        texts={[texts.previous, texts.next]}
      />
    </>
  );
}

interface ApplicationProps {
  row: ListedRow;
  isChosen: boolean;
  /** Whether the list has applications of several positions. */
  isInbox: boolean;
}

function Application({ row, isChosen, isInbox }: ApplicationProps) {
  const { texts, person } = useDesk();
  const { id, number, first_name, last_name, created_at, mark, has_note, position, company } = row;
  const name = `${first_name} ${last_name}`;
  const isOfMany = (person?.companies.length ?? 0) > 1;
  const about = dotted(isInbox && position, isInbox && isOfMany && company, `#${number}`);
  return (
    <Row
      {...{ name, href: `/applications/${id}`, heading: "h2" }}
      choice={
        <label class="choice">
          <input
            {...{ type: "checkbox", name: "id", value: id, checked: isChosen }}
            aria-label={`${texts.choose}: ${name}`}
          />
        </label>
      }
      meta={
        <Time before={`${about} · `} iso={created_at} after={has_note ? ` · ${texts.note}` : ""} />
      }
      end={<MarkTag mark={mark} />}
    />
  );
}

export const MarkTag = ({ mark }: { mark: Mark }) => (
  <Tag kind={mark} text={useDesk().texts.marks[mark]} />
);

/** Actions for the chosen applications. The bar stays in view while any are chosen. */
function Actions() {
  const { texts } = useDesk();
  return (
    <div class="actions chosen-actions">
      <select name="mark" aria-label={texts.markLegend}>
        {MARKS.map((mark) => (
          <option value={mark} selected={mark === "answered"}>
            {texts.marks[mark]}
          </option>
        ))}
      </select>
      <Button text={texts.markChosen} kind="plain" />
      <Button text={texts.downloadShort} kind="plain" formaction="/chosen/export" />
      <Button text={texts.delete} kind="plain danger" formaction="/chosen/delete" />
    </div>
  );
}
