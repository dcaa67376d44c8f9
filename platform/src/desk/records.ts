import * as z from "zod";
import { compareJobs, compareNames } from "~/contract/compare-names";
import { foldText } from "~/contract/fold-text";
import { QuestionAnswers, Value } from "~/contract/application";
import { removeOverrides } from "~/contract/text";
import { enteredJson, enteredText, parseSuspicions } from "../applications";
import { applyClosingDate } from "../closing";
import type { Env } from "../env";
import { REPLY_KINDS } from "../replies/templates";
import { writeMissingSearchTexts } from "../search-text";
import { Asks } from "../store";
import { ROWS_PER_PAGE, selectCounts, selectPage, type ListQuery } from "./inbox";
import type { Action } from "../desk-log";
import type { CompanyScope } from "./visitor";

const MAX_CHOSEN = 200;

export const MARKS = ["new", "seen", "answered", "closed"] as const;
export type Mark = (typeof MARKS)[number];

/** An invalid value is ignored, so that the position's applications remain readable. */
const StoredAsks = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(Asks)
  .catch({});

/** Text columns of a row. */
const texts = <Name extends string>(...names: Name[]) => columns(names, z.string());
const textsOrNull = <Name extends string>(...names: Name[]) =>
  columns(names, z.string().nullable());

const columns = <Name extends string, Type extends z.ZodType>(names: Name[], type: Type) =>
  Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>; // has all names

const flag = z.number().transform(Boolean);

const PositionRow = z.object({
  ...texts("uuid", "slug", "client_uuid", "company", "name", "location"),
  ...textsOrNull("published_at", "closes_at", "country"),
  status: z.enum(["open", "closed"]),
  has_draft: flag,
  application_count: z.number(),
  new_count: z.number(),
  asks: StoredAsks,
});

/** The columns by which positions are found and sorted. A draft has no published version. */
const PositionName = z
  .object({
    ...texts("uuid", "client_uuid", "company"),
    ...textsOrNull("name", "location", "department", "identifier"),
    ...textsOrNull("published_at", "closes_at", "country"),
    status: z.enum(["draft", "open", "closed"]),
    new_count: z.number(),
    /** Whether the position has unpublished changes. */
    has_draft: flag,
  })
  .transform(({ closes_at, name, location, ...row }) => {
    const facts = { closes_at: closes_at ?? undefined };
    const listed = { ...row, facts, name: name ?? "", location: location ?? "" };
    return row.status === "open" ? applyClosingDate(listed) : listed;
  });

/** Which positions a list shows: those that a search finds, with a status or with new applications. */
export interface PositionFilter {
  query: string;
  show: ListedStatus | "new" | undefined;
}

type ListedStatus = z.infer<typeof PositionName>["status"];
export type ListedPosition = z.infer<typeof PositionName> & { application_count: number };

const STATUS_ORDER = { draft: 0, open: 1, closed: 2 };

const Questions = enteredJson(QuestionAnswers);

const voluntary = z.boolean().optional();
const FieldAnswer = z.object({ ...texts("id", "label"), value: Value, voluntary });
const File = z.object({ ...texts("field", "label", "name"), size: z.number(), voluntary });

const Source = z
  .string()
  .nullable()
  .transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text ?? "{}")));

const ApplicationRow = z.object({
  ...texts("id", "position_uuid", "created_at", "note", "client_uuid", "company", "position"),
  ...textsOrNull("idempotency_key", "phone"),
  ...{ number: z.number(), cv_size: z.number().nullable(), mark: z.enum(MARKS) },
  ...{ first_name: enteredText, last_name: enteredText, cv_name: enteredText.nullable() },
  ...{ killer_questions: Questions, open_questions: Questions },
  ...{ fields: enteredJson(z.array(FieldAnswer)), files: enteredJson(z.array(File)) },
  ...{ source: Source, suspect: z.string().nullable().transform(parseSuspicions) },
  /** The position's current form. */
  asks: StoredAsks,
});

const ListedRow = ApplicationRow.pick({
  ...{ number: true, id: true, first_name: true, last_name: true, created_at: true, mark: true },
  ...{ position: true, company: true },
}).extend({ has_note: flag });

const Counts = z.record(z.string(), z.number());
const NoteRow = z.object(texts("text", "who", "at"));
const LogRow = z.object({
  ...texts("at", "who", "action"),
  ...textsOrNull("application_id", "company", "position"),
  count: z.number().nullable(),
});

/** An email to a candidate: a confirmation, or a reply by `who`. */
const EmailRow = z.object({
  ...texts("application_id", "position", "who", "subject", "text", "created_at"),
  ...textsOrNull("result", "tried_at"),
  number: z.number(),
  /** A later version may add kinds. */
  kind: z.enum(["confirmation", ...REPLY_KINDS]).catch("own"),
  state: z.enum(["waiting", "sent", "refused", "given up"]),
});

const CaughtRow = z.object(texts("id", "sender", "recipient", "subject", "at"));
const CaughtEmail = CaughtRow.extend({ ...texts("text"), ...textsOrNull("html") });

export type EmailRow = z.infer<typeof EmailRow>;
export type CaughtRow = z.infer<typeof CaughtRow>;
export type CaughtEmail = z.infer<typeof CaughtEmail>;
export type PositionRow = z.infer<typeof PositionRow>;
/** A position whose status takes its closing date into account. */
type FoundPosition = PositionRow & { isPastClosing: boolean };
export type ApplicationRow = z.infer<typeof ApplicationRow>;
export type ListedRow = z.infer<typeof ListedRow>;
export type NoteRow = z.infer<typeof NoteRow>;
export type LogRow = z.infer<typeof LogRow>;

/** A page of rows, and the number of rows on all pages. */
export interface RowPage<Row> {
  rows: Row[];
  total: number;
}

/** Condition of every statement. `?1` is the list of companies that the person has access to. */
const IN_COMPANIES = "p.client_uuid IN (SELECT value FROM json_each(?1))";

/** Lists the names of all positions and drafts of the companies that a visitor has access to. */
export const selectPositionNames = ({ DB }: Env, { companies, visitor }: CompanyScope) =>
  DB.prepare(
    `SELECT p.uuid, p.client_uuid, c.name AS company, p.name, p.location, p.department, p.status,
       p.published_at, p.country, p.facts ->> 'identifier' AS identifier,
       p.facts ->> 'closes_at' AS closes_at, d.uuid IS NOT NULL AS has_draft,
       (SELECT count(*) FROM applications a
         WHERE a.position_uuid = p.uuid AND a.mark = 'new') AS new_count
     FROM positions p JOIN clients c ON c.uuid = p.client_uuid LEFT JOIN drafts d ON d.uuid = p.uuid
     WHERE p.client_uuid IN (${companies})
     UNION ALL
     SELECT d.uuid, d.client_uuid, c.name, d.content ->> '$.texts.title',
       d.content ->> '$.texts.location', NULL, 'draft', NULL, NULL, NULL, NULL, 1, 0
     FROM drafts d JOIN clients c ON c.uuid = d.client_uuid
     WHERE d.client_uuid IN (${companies}) AND d.uuid <> d.client_uuid
       AND NOT EXISTS (SELECT 1 FROM positions p WHERE p.uuid = d.uuid)
     ORDER BY 1`,
  ).bind(visitor);

const POSITIONS = `SELECT p.uuid, p.slug, p.client_uuid, p.name, p.location, p.status, p.published_at,
    p.country, p.facts ->> 'closes_at' AS closes_at, p.asks, c.name AS company,
    EXISTS (SELECT 1 FROM drafts d WHERE d.uuid = p.uuid) AS has_draft, count(a.number) AS application_count,
    count(a.number) FILTER (WHERE a.mark = 'new') AS new_count
  FROM positions p JOIN clients c ON c.uuid = p.client_uuid
  LEFT JOIN applications a ON a.position_uuid = p.uuid
  WHERE ${IN_COMPANIES}`;

/** Applications of one position, or those with the given ids. */
export type Selection = { position: string } | { ids: readonly string[] };

function selected(selection: Selection) {
  if ("position" in selection) return { condition: "p.uuid = ?2", value: selection.position };
  const condition = "a.id IN (SELECT value FROM json_each(?2))";
  return { condition, value: JSON.stringify(selection.ids) };
}

const MAX_NOTES = 20;

/** Follows the columns of an application `a` of a position `p`. */
const FROM_APPLICATIONS = "FROM applications a JOIN positions p ON p.uuid = a.position_uuid";

const APPLICATIONS = `SELECT a.*, p.client_uuid, p.name AS position, p.asks, c.name AS company
  ${FROM_APPLICATIONS} JOIN clients c ON c.uuid = p.client_uuid WHERE ${IN_COMPANIES}`;

const EMAILS = `SELECT n.*, a.number, p.name AS position FROM (
    SELECT 'confirmation' AS kind, '' AS who, '' AS subject, '' AS text, application_id, state, result,
      created_at, tried_at FROM confirmations
    UNION ALL SELECT kind, who, subject, text, application_id, state, result, created_at, tried_at FROM replies
  ) n JOIN applications a ON a.id = n.application_id
  JOIN positions p ON p.uuid = a.position_uuid WHERE ${IN_COMPANIES}`;

const CAUGHT = `SELECT p.* FROM caught_emails p WHERE ${IN_COMPANIES}`;

const APPLICATION_IDS = `SELECT a.id ${FROM_APPLICATIONS} WHERE ${IN_COMPANIES}`;

const hasNew = ({ new_count }: { new_count: number }) => new_count > 0;

/** Creates a function that returns whether a position has all words of a search and the wanted status. */
function createMatcher(words: string, show: PositionFilter["show"]) {
  const wanted = foldText(words).split(/\s+/).filter(Boolean);
  return (row: z.infer<typeof PositionName>) => {
    const isShown = show === undefined || (show === "new" ? hasNew(row) : row.status === show);
    if (!isShown || wanted.length === 0) return isShown;
    const { name, location, department, identifier, company } = row;
    const text = foldText([name, location, department, identifier, company].join(" "));
    return wanted.every((word) => text.includes(word));
  };
}

/** A question, a field or a form that an application has. */
interface Answered {
  question?: string;
  id?: string;
  label?: string;
  voluntary?: number | null;
  asks?: string;
}

export type Records = ReturnType<typeof createRecords>;

/**
 * Reads and changes the positions and applications of the given companies. Records of other companies are not
 * found.
 *
 * @param companies uuids of the companies that the person has access to
 */
export function createRecords(env: Env, companies: readonly string[]) {
  const { DB } = env;
  const companyList = JSON.stringify(companies);
  const bind = (sql: string, ...values: unknown[]) => DB.prepare(sql).bind(companyList, ...values);

  async function query<T extends z.ZodType>(
    schema: T,
    sql: string,
    ...values: unknown[]
  ): Promise<RowPage<z.infer<T>>> {
    const { results } = await bind(sql, ...values).all<{ total: number }>();
    return { rows: z.array(schema).parse(results), total: results[0]?.total ?? 0 };
  }

  return {
    /**
     * Lists positions by company, those with new applications first, then drafts and open ones. Names are sorted here,
     * because SQLite compares bytes.
     *
     * @param names rows of `selectPositionNames`
     */
    async positions(
      names: unknown,
      { query: words, show }: PositionFilter,
      page: number,
      language: string,
    ) {
      const byName = compareNames(language);
      const byAge = compareJobs(language);
      const parsed = z.array(PositionName).parse(names);
      const all = parsed.filter(createMatcher(words, show));
      const withNew = new Set(all.filter(hasNew).map(({ client_uuid }) => client_uuid));
      all.sort(
        (a, b) =>
          Number(withNew.has(b.client_uuid)) - Number(withNew.has(a.client_uuid)) ||
          byName(a.company, b.company) ||
          byName(a.client_uuid, b.client_uuid) ||
          Number(hasNew(b)) - Number(hasNew(a)) ||
          STATUS_ORDER[a.status] - STATUS_ORDER[b.status] ||
          byAge(a, b),
      );
      const shown = all.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE);
      const { results } = await bind(
        `SELECT p.uuid, count(*) AS count FROM positions p JOIN applications a ON a.position_uuid = p.uuid
         WHERE ${IN_COMPANIES} AND p.uuid IN (SELECT value FROM json_each(?2)) GROUP BY p.uuid`,
        JSON.stringify(shown.map(({ uuid }) => uuid)),
      ).all<{ uuid: string; count: number }>();
      const counts = new Map(results.map(({ uuid, count }) => [uuid, count]));
      const rows = shown.map((row) => ({ ...row, application_count: counts.get(row.uuid) ?? 0 }));
      return { rows, total: all.length, all: parsed };
    },

    /** Returns the company of a position, or of a draft of one. */
    async companyOf(uuid: string): Promise<string | undefined> {
      const owner = await bind(
        `SELECT p.client_uuid FROM (SELECT uuid, client_uuid FROM positions
           UNION ALL SELECT uuid, client_uuid FROM drafts WHERE uuid <> client_uuid) p
         WHERE ${IN_COMPANIES} AND p.uuid = ?2 LIMIT 1`,
        uuid,
      ).first<string>("client_uuid");
      return owner ?? undefined;
    },

    /** Whether a uuid is unused by positions, drafts and companies, including those of other companies. */
    async isUnused(uuid: string): Promise<boolean> {
      const sql = `SELECT 1 FROM positions WHERE uuid = ?1 UNION ALL SELECT 1 FROM drafts WHERE uuid = ?1
        UNION ALL SELECT 1 FROM clients WHERE uuid = ?1 LIMIT 1`;
      return (await DB.prepare(sql).bind(uuid).first()) === null;
    },

    async position(uuid: string): Promise<FoundPosition | undefined> {
      const sql = `${POSITIONS} AND p.uuid = ?2 GROUP BY p.uuid`;
      const [row] = (await query(PositionRow, sql, uuid)).rows;
      if (!row) return undefined;
      const listed = { ...row, facts: { closes_at: row.closes_at ?? undefined } };
      const isPastClosing = applyClosingDate({ ...listed, status: "open" }).status === "closed";
      return { ...row, isPastClosing, ...(isPastClosing && { status: "closed" as const }) };
    },

    /** Opens or closes a position, and logs it. Returns the company's uuid; undefined if there is no such position. */
    async setStatus(uuid: string, status: PositionRow["status"], who: string) {
      const action: Action = status === "open" ? "opened" : "closed";
      const change = `UPDATE positions AS p SET status = ?3, revision = p.revision + 1
        WHERE ${IN_COMPANIES} AND p.uuid = ?2 RETURNING client_uuid`;
      const entry = `INSERT INTO desk_log (at, who, action, client_uuid, position_uuid)
        SELECT ?3, ?4, ?5, p.client_uuid, p.uuid FROM positions p WHERE ${IN_COMPANIES} AND p.uuid = ?2`;
      const [changed] = await DB.batch<{ client_uuid: string }>([
        bind(change, uuid, status),
        bind(entry, uuid, new Date().toISOString(), who, action),
      ]);
      return changed?.results[0]?.client_uuid;
    },

    /** Lists a page of applications, whether there are pages before and after it, and the count for each filter. */
    async list(list: ListQuery) {
      if (list.search !== "" || list.sort === "name") await writeMissingSearchTexts(env);
      const [page, counts] = [selectPage(list, IN_COMPANIES), selectCounts(list, IN_COMPANIES)];
      const [found, counted] = await DB.batch([
        bind(page.sql, ...page.values),
        bind(counts.sql, ...counts.values),
      ]);
      const rows = z.array(ListedRow).parse(found?.results);
      const isBackwards = list.before !== undefined;
      const hasMore = rows.length > ROWS_PER_PAGE;
      return {
        rows: isBackwards ? rows.slice(-ROWS_PER_PAGE) : rows.slice(0, ROWS_PER_PAGE),
        hasBefore: isBackwards ? hasMore : list.after !== undefined,
        hasAfter: isBackwards || hasMore,
        counts: Counts.parse(counted?.results[0]),
      };
    },

    /** Lists up to a page of applications with numbers above `number`, in the order of arrival. */
    async listAfter(selection: Selection, number: number): Promise<ApplicationRow[]> {
      const { condition, value } = selected(selection);
      const sql = `${APPLICATIONS} AND ${condition} AND a.number > ?3 ORDER BY a.number LIMIT ${ROWS_PER_PAGE}`;
      return (await query(ApplicationRow, sql, value, number)).rows;
    },

    /** Lists the questions and fields in stored applications, and the forms of their positions. */
    async listAnswered(selection: Selection) {
      const { condition, value } = selected(selection);
      const select = (parts: string, more = "") =>
        bind(
          `SELECT DISTINCT ${parts} ${FROM_APPLICATIONS}${more} WHERE ${IN_COMPANIES} AND ${condition}`,
          value,
        );
      const part = (name: string) => `json_extract(q.value, '$.${name}') AS ${name}`;
      const from = (column: string) => `, json_each(a.${column}) q`;
      const [killer, open, fields, forms] = await DB.batch<Answered>([
        select(part("question"), from("killer_questions")),
        select(part("question"), from("open_questions")),
        select([part("id"), part("label"), part("voluntary")].join(), from("fields")),
        select("p.asks"),
      ]);
      const labels = (rows: Answered[] = []) => [
        ...new Set(rows.map(({ question = "" }) => removeOverrides(question))),
      ];
      return {
        killer: labels(killer?.results),
        open: labels(open?.results),
        fields: (fields?.results ?? []).map(({ id = "", label = "", voluntary: isVoluntary }) => ({
          id: removeOverrides(id),
          label: removeOverrides(label),
          voluntary: isVoluntary === 1,
        })),
        forms: z.array(StoredAsks).parse((forms?.results ?? []).map(({ asks }) => asks)),
      };
    },

    async application(id: string): Promise<ApplicationRow | undefined> {
      return (await query(ApplicationRow, `${APPLICATIONS} AND a.id = ?2`, id)).rows[0];
    },

    /** Lists the latest emails to candidates, or to the candidate of one application. */
    async emails(id?: string): Promise<EmailRow[]> {
      const sql = `${EMAILS} ${id === undefined ? "" : "AND n.application_id = ?2"}
        ORDER BY n.created_at DESC LIMIT ${ROWS_PER_PAGE}`;
      return (await query(EmailRow, sql, ...(id === undefined ? [] : [id]))).rows;
    },

    async caught(): Promise<CaughtRow[]> {
      return (await query(CaughtRow, `${CAUGHT} ORDER BY p.at DESC LIMIT ${ROWS_PER_PAGE}`)).rows;
    },

    async caughtEmail(id: string): Promise<CaughtEmail | undefined> {
      return (await query(CaughtEmail, `${CAUGHT} AND p.id = ?2`, id)).rows[0];
    },

    /** Lists the texts of an application's note, latest first. */
    async notes(id: string): Promise<NoteRow[]> {
      const sql = `SELECT n.* FROM notes n WHERE n.application_id IN (${APPLICATION_IDS} AND a.id = ?2)
        ORDER BY n.at DESC, n.number DESC`;
      return (await query(NoteRow, sql, id)).rows;
    },

    setMark(ids: readonly string[], mark: Mark) {
      const sql = `UPDATE applications SET mark = ?3
        WHERE id IN (SELECT value FROM json_each(?2)) AND id IN (${APPLICATION_IDS})`;
      return bind(sql, JSON.stringify(ids), mark).run();
    },

    /** Stores a note. Earlier texts are kept, including one from a version without authors. */
    setNote(id: string, note: string, who: string) {
      const insert = "INSERT INTO notes (application_id, text, who, at)";
      const from = `${FROM_APPLICATIONS} WHERE ${IN_COMPANIES} AND a.id = ?2`;
      const keepOld = `${insert} SELECT a.id, a.note, '', a.created_at ${from} AND a.note <> ''
        AND NOT EXISTS (SELECT 1 FROM notes n WHERE n.application_id = a.id)`;
      const add = `${insert} SELECT a.id, ?3, ?4, ?5 ${from} AND a.note <> ?3`;
      const set = `UPDATE applications SET note = ?3 WHERE id = ?2 AND id IN (${APPLICATION_IDS})`;
      const deleteOldest = `DELETE FROM notes WHERE application_id = ?1 AND number NOT IN (
        SELECT number FROM notes WHERE application_id = ?1 ORDER BY number DESC LIMIT ${MAX_NOTES})`;
      return DB.batch([
        bind(keepOld, id),
        bind(add, id, note, who, new Date().toISOString()),
        bind(set, id, note),
        DB.prepare(deleteOldest).bind(id),
      ]);
    },

    /** Finds applications by id. Unknown ids are ignored. */
    async applicationsById(ids: readonly string[]): Promise<ApplicationRow[]> {
      const sql = `${APPLICATIONS} AND a.id IN (SELECT value FROM json_each(?2)) ORDER BY a.number`;
      return (await query(ApplicationRow, sql, JSON.stringify(ids.slice(0, MAX_CHOSEN)))).rows;
    },

    /** Counts a position's applications by week, starting on Monday, and by stored source. */
    async numbers(position: string) {
      const count = (column: string) =>
        bind(
          `SELECT ${column} AS name, count(*) AS count ${FROM_APPLICATIONS}
           WHERE ${IN_COMPANIES} AND p.uuid = ?2 GROUP BY 1 ORDER BY 1`,
          position,
        );
      const [weeks, sources] = await DB.batch([
        count("date(a.created_at, 'weekday 0', '-6 days')"),
        count("coalesce(a.source, '{}')"),
      ]);
      const rows = z.array(z.object({ name: z.string(), count: z.number() }));
      return { weeks: rows.parse(weeks?.results), sources: rows.parse(sources?.results) };
    },

    /** Lists log entries, latest first. Refused sign-ins are added to the log later. */
    log: (page: number): Promise<RowPage<LogRow>> =>
      query(
        LogRow,
        `SELECT l.at, l.who, l.action, l.application_id, l.count, c.name AS company, q.name AS position,
           count(*) OVER () AS total
         FROM (SELECT * FROM desk_log p WHERE ${IN_COMPANIES}) l
         LEFT JOIN clients c ON c.uuid = l.client_uuid
         LEFT JOIN positions q ON q.uuid = l.position_uuid
         ORDER BY l.at DESC, l.number DESC LIMIT ${ROWS_PER_PAGE} OFFSET ?2`,
        (page - 1) * ROWS_PER_PAGE,
      ),
  };
}
