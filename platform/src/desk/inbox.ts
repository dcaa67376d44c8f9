// SQL for lists of applications: for one position, or for all positions of the person's companies.
import { foldText } from "~/contract/fold-text";
import { parsePersonQuery } from "../person-query";

/** The filters of a list, as conditions for an application `a`. */
export const FILTERS = {
  new: "a.mark = 'new'",
  seen: "a.mark = 'seen'",
  answered: "a.mark = 'answered'",
  closed: "a.mark = 'closed'",
  unreplied: `NOT EXISTS (SELECT 1 FROM replies r WHERE r.application_id = a.id AND r.kind <> 'received')`,
};
export type Filter = keyof typeof FILTERS;

/** The orders of a list, as columns of an application `a`. Search texts begin with the name. */
export const SORTS = {
  newest: { columns: ["a.number"], isDescending: true },
  oldest: { columns: ["a.number"], isDescending: false },
  name: { columns: ["a.search", "a.number"], isDescending: false },
};
export type Sort = keyof typeof SORTS;

export interface ListQuery {
  /** The uuid of the only position to list. */
  position: string | undefined;
  search: string;
  filter: Filter | undefined;
  sort: Sort;
  /** The number of the application after which the page begins, or before which it ends. */
  after: number | undefined;
  before: number | undefined;
}

export const ROWS_PER_PAGE = 50;

const MAX_TERMS = 10;

/** Splits a search into the terms that a search text must contain. A phone number is one term. */
export function searchTerms(search: string): string[] {
  const { phone = "", phoneEnd = "" } = parsePersonQuery(search) ?? {};
  if (phone !== "") return [phoneEnd || phone];
  return foldText(search).split(" ").filter(Boolean).slice(0, MAX_TERMS);
}

const orderBy = (columns: readonly string[], isDescending: boolean) =>
  columns.map((column) => `${column}${isDescending ? " DESC" : ""}`).join(", ");

/**
 * Returns the conditions of a list, and their values from `?2` on. `?1` is the list of companies.
 *
 * @param companies the condition for a position `p`
 */
function conditions({ position, search }: ListQuery, companies: string) {
  const values: unknown[] = [];
  const bind = (value: unknown) => `?${values.push(value) + 1}`;
  const only = position === undefined ? "" : ` AND p.uuid = ${bind(position)}`;
  const terms = searchTerms(search).map((term) => ` AND instr(a.search, ${bind(term)}) > 0`);
  const sql = `a.position_uuid IN (SELECT p.uuid FROM positions p WHERE ${companies}${only})${terms.join("")}`;
  return { sql, values, bind };
}

/** Selects a page of a list, and one more application if there is a next page. */
export function selectPage(query: ListQuery, companies: string) {
  const { filter, after, before } = query;
  const { columns, isDescending } = SORTS[query.sort];
  const { sql, values, bind } = conditions(query, companies);
  const isBackwards = before !== undefined;
  const cursor = before ?? after;
  const sign = isDescending === isBackwards ? ">" : "<";
  const list = columns.join(", ");
  const from =
    cursor === undefined
      ? ""
      : columns.length === 1
        ? ` AND a.number ${sign} ${bind(cursor)}`
        : ` AND (${list}) ${sign} (SELECT ${list} FROM applications a WHERE ${sql} AND a.number = ${bind(cursor)})`;
  const numbers = `SELECT a.number FROM applications a WHERE ${sql}${filter ? ` AND ${FILTERS[filter]}` : ""}${from}
    ORDER BY ${orderBy(columns, isDescending !== isBackwards)} LIMIT ${ROWS_PER_PAGE + 1}`;
  return {
    values,
    sql: `SELECT a.number, a.id, a.first_name, a.last_name, a.created_at, a.mark, a.note <> '' AS has_note,
        p.name AS position, c.name AS company
      FROM applications a JOIN positions p ON p.uuid = a.position_uuid JOIN clients c ON c.uuid = p.client_uuid
      WHERE a.number IN (${numbers}) ORDER BY ${orderBy(columns, isDescending)}`,
  };
}

/** Counts the applications of a list: all, and those that match each filter. */
export function selectCounts(query: ListQuery, companies: string) {
  const { sql, values } = conditions(query, companies);
  const counts = Object.entries(FILTERS).map(
    ([name, condition]) => `count(*) FILTER (WHERE ${condition}) AS ${name}`,
  );
  return {
    values,
    sql: `SELECT count(*) AS "all", ${counts.join(", ")} FROM applications a WHERE ${sql}`,
  };
}
