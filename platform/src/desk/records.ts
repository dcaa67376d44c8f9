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

/** Maximum number of applications that are chosen at once. */
const MAX_CHOSEN = 200;

export const MARKS = ["new", "seen", "answered", "closed"] as const;
export type Mark = (typeof MARKS)[number];

/** An invalid value is ignored, so that the position's applications remain readable. */
const StoredAsks = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(Asks)
  .catch({});

const PositionRow = z.object({
  uuid: z.string(),
  slug: z.string(),
  client_uuid: z.string(),
  company: z.string(),
  name: z.string(),
  location: z.string(),
  status: z.enum(["open", "closed"]),
  published_at: z.string().nullable(),
  closes_at: z.string().nullable(),
  country: z.string().nullable(),
  has_draft: z.number().transform(Boolean),
  application_count: z.number(),
  new_count: z.number(),
  asks: StoredAsks,
});

/** The columns by which positions are found and sorted. A draft has no published version. */
const PositionName = z
  .object({
    ...{ uuid: z.string(), client_uuid: z.string(), company: z.string() },
    ...{ name: z.string().nullable(), location: z.string().nullable() },
    ...{ department: z.string().nullable(), identifier: z.string().nullable() },
    status: z.enum(["draft", "open", "closed"]),
    ...{ published_at: z.string().nullable(), closes_at: z.string().nullable() },
    country: z.string().nullable(),
    new_count: z.number(),
    /** Whether the position has unpublished changes. */
    has_draft: z.number().transform(Boolean),
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

export type ListedStatus = z.infer<typeof PositionName>["status"];
export type ListedPosition = z.infer<typeof PositionName> & { application_count: number };

const STATUS_ORDER = { draft: 0, open: 1, closed: 2 };

const Questions = enteredJson(QuestionAnswers);

const FieldAnswers = enteredJson(
  z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      value: Value,
      voluntary: z.boolean().optional(),
    }),
  ),
);

const Files = enteredJson(
  z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      name: z.string(),
      size: z.number(),
      voluntary: z.boolean().optional(),
    }),
  ),
);

const ApplicationRow = z.object({
  number: z.number(),
  id: z.string(),
  position_uuid: z.string(),
  idempotency_key: z.string().nullable(),
  first_name: enteredText,
  last_name: enteredText,
  phone: z.string().nullable(),
  killer_questions: Questions,
  open_questions: Questions,
  fields: FieldAnswers,
  files: Files,
  source: z
    .string()
    .nullable()
    .transform((text) => z.record(z.string(), z.string()).parse(JSON.parse(text ?? "{}"))),
  suspect: z.string().nullable().transform(parseSuspicions),
  cv_name: enteredText.nullable(),
  cv_size: z.number().nullable(),
  created_at: z.string(),
  mark: z.enum(MARKS),
  note: z.string(),
  client_uuid: z.string(),
  company: z.string(),
  position: z.string(),
  /** The position's current form. */
  asks: StoredAsks,
});

const ListedRow = ApplicationRow.pick({
  ...{ number: true, id: true, first_name: true, last_name: true, created_at: true, mark: true },
  ...{ position: true, company: true },
}).extend({ has_note: z.number().transform(Boolean) });

const Counts = z.record(z.string(), z.number());

const NoteRow = z.object({ text: z.string(), who: z.string(), at: z.string() });

const LogRow = z.object({
  at: z.string(),
  who: z.string(),
  action: z.string(),
  application_id: z.string().nullable(),
  count: z.number().nullable(),
  company: z.string().nullable(),
  position: z.string().nullable(),
});

/** An email to a candidate: a confirmation, or a reply by `who`. */
const EmailRow = z.object({
  application_id: z.string(),
  number: z.number(),
  position: z.string(),
  /** A later version may add kinds. */
  kind: z.enum(["confirmation", ...REPLY_KINDS]).catch("own"),
  who: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(["waiting", "sent", "refused", "given up"]),
  result: z.string().nullable(),
  created_at: z.string(),
  tried_at: z.string().nullable(),
});

const CaughtRow = z.object({
  id: z.string(),
  sender: z.string(),
  recipient: z.string(),
  subject: z.string(),
  at: z.string(),
});

const CaughtEmail = CaughtRow.extend({ text: z.string(), html: z.string().nullable() });

export type EmailRow = z.infer<typeof EmailRow>;
export type CaughtRow = z.infer<typeof CaughtRow>;
export type CaughtEmail = z.infer<typeof CaughtEmail>;
export type PositionRow = z.infer<typeof PositionRow>;
/** A position whose status takes its closing date into account. */
type OnePosition = PositionRow & { isPastClosing: boolean };
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

const selected = (selection: Selection) =>
  "ids" in selection
    ? {
        condition: "a.id IN (SELECT value FROM json_each(?2))",
        value: JSON.stringify(selection.ids),
      }
    : { condition: "p.uuid = ?2", value: selection.position };

/** Number of texts of a note that are kept. */
const MAX_NOTES = 20;

const APPLICATIONS = `SELECT a.*, p.client_uuid, p.name AS position, p.asks, c.name AS company
  FROM applications a JOIN positions p ON p.uuid = a.position_uuid
  JOIN clients c ON c.uuid = p.client_uuid
  WHERE ${IN_COMPANIES}`;

const EMAILS = `SELECT n.*, a.number, p.name AS position FROM (
    SELECT 'confirmation' AS kind, '' AS who, '' AS subject, '' AS text, application_id, state, result,
      created_at, tried_at FROM confirmations
    UNION ALL SELECT kind, who, subject, text, application_id, state, result, created_at, tried_at FROM replies
  ) n JOIN applications a ON a.id = n.application_id
  JOIN positions p ON p.uuid = a.position_uuid WHERE ${IN_COMPANIES}`;

const CAUGHT = `SELECT p.* FROM caught_emails p WHERE ${IN_COMPANIES}`;

const APPLICATION_IDS = `SELECT a.id FROM applications a JOIN positions p ON p.uuid = a.position_uuid
  WHERE ${IN_COMPANIES}`;

const hasNew = ({ new_count }: { new_count: number }) => new_count > 0;

/** Returns whether a position has all words of a search, and the wanted status. */
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

    /** Whether no position, draft or company of any company has a uuid. */
    async isUnused(uuid: string): Promise<boolean> {
      const found = await DB.prepare(
        `SELECT 1 FROM positions WHERE uuid = ?1 UNION ALL SELECT 1 FROM drafts WHERE uuid = ?1
         UNION ALL SELECT 1 FROM clients WHERE uuid = ?1 LIMIT 1`,
      )
        .bind(uuid)
        .first();
      return found === null;
    },

    async position(uuid: string): Promise<OnePosition | undefined> {
      const { rows } = await query(
        PositionRow,
        `${POSITIONS} AND p.uuid = ?2 GROUP BY p.uuid`,
        uuid,
      );
      const [row] = rows;
      if (!row) return undefined;
      const listed = { ...row, facts: { closes_at: row.closes_at ?? undefined } };
      const isPastClosing = applyClosingDate({ ...listed, status: "open" }).status === "closed";
      return { ...row, isPastClosing, ...(isPastClosing && { status: "closed" as const }) };
    },

    /** Opens or closes a position, and logs it. Returns the company's uuid; undefined if there is no such position. */
    async setStatus(uuid: string, status: PositionRow["status"], who: string) {
      const action: Action = status === "open" ? "opened" : "closed";
      const [changed] = await DB.batch<{ client_uuid: string }>([
        bind(
          `UPDATE positions AS p SET status = ?3, revision = p.revision + 1 WHERE ${IN_COMPANIES} AND p.uuid = ?2
           RETURNING client_uuid`,
          uuid,
          status,
        ),
        bind(
          `INSERT INTO desk_log (at, who, action, client_uuid, position_uuid)
           SELECT ?3, ?4, ?5, p.client_uuid, p.uuid FROM positions p WHERE ${IN_COMPANIES} AND p.uuid = ?2`,
          uuid,
          new Date().toISOString(),
          who,
          action,
        ),
      ]);
      return changed?.results[0]?.client_uuid;
    },

    /** Lists a page of applications, whether there are pages before and after it, and the counts of each filter. */
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
      const column = (name: "killer_questions" | "open_questions" | "fields", parts: string) =>
        bind(
          `SELECT DISTINCT ${parts} FROM applications a JOIN positions p ON p.uuid = a.position_uuid,
             json_each(a.${name}) q WHERE ${IN_COMPANIES} AND ${condition}`,
          value,
        );
      const question = "json_extract(q.value, '$.question') AS label";
      const [killer, open, fields, forms] = await DB.batch<{
        id?: string;
        label: string;
        voluntary?: number | null;
        asks?: string;
      }>([
        column("killer_questions", question),
        column("open_questions", question),
        column(
          "fields",
          `json_extract(q.value, '$.id') AS id, json_extract(q.value, '$.label') AS label,
             json_extract(q.value, '$.voluntary') AS voluntary`,
        ),
        bind(
          `SELECT DISTINCT p.asks FROM applications a JOIN positions p ON p.uuid = a.position_uuid
           WHERE ${IN_COMPANIES} AND ${condition}`,
          value,
        ),
      ]);
      const labels = (rows: { label: string }[] = []) => [
        ...new Set(rows.map(({ label }) => removeOverrides(label))),
      ];
      return {
        killer: labels(killer?.results),
        open: labels(open?.results),
        fields: (fields?.results ?? []).map(({ id = "", label, voluntary }) => ({
          id: removeOverrides(id),
          label: removeOverrides(label),
          voluntary: voluntary === 1,
        })),
        forms: z.array(StoredAsks).parse((forms?.results ?? []).map(({ asks }) => asks)),
      };
    },

    async application(id: string): Promise<ApplicationRow | undefined> {
      const { rows } = await query(ApplicationRow, `${APPLICATIONS} AND a.id = ?2`, id);
      return rows[0];
    },

    /** Lists the latest emails to candidates, or to the candidate of one application. */
    async emails(id?: string): Promise<EmailRow[]> {
      const sql = `${EMAILS} ${id === undefined ? "" : "AND n.application_id = ?2"}
        ORDER BY n.created_at DESC LIMIT ${ROWS_PER_PAGE}`;
      return (await query(EmailRow, sql, ...(id === undefined ? [] : [id]))).rows;
    },

    /** Lists the emails that the catcher has kept, latest first. */
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

    setMark: (ids: readonly string[], mark: Mark) =>
      bind(
        `UPDATE applications SET mark = ?3
         WHERE id IN (SELECT value FROM json_each(?2)) AND id IN (${APPLICATION_IDS})`,
        JSON.stringify(ids),
        mark,
      ).run(),

    /** Stores a note. Earlier texts are kept. */
    setNote: (id: string, note: string, who: string) =>
      DB.batch([
        // The text of an earlier version.
        bind(
          `INSERT INTO notes (application_id, text, who, at) SELECT a.id, a.note, '', a.created_at
           FROM applications a JOIN positions p ON p.uuid = a.position_uuid
           WHERE ${IN_COMPANIES} AND a.id = ?2 AND a.note <> ''
             AND NOT EXISTS (SELECT 1 FROM notes n WHERE n.application_id = a.id)`,
          id,
        ),
        bind(
          `INSERT INTO notes (application_id, text, who, at)
           SELECT a.id, ?3, ?4, ?5 FROM applications a JOIN positions p ON p.uuid = a.position_uuid
           WHERE ${IN_COMPANIES} AND a.id = ?2 AND a.note <> ?3`,
          ...[id, note, who, new Date().toISOString()],
        ),
        bind(
          `UPDATE applications SET note = ?3 WHERE id = ?2 AND id IN (${APPLICATION_IDS})`,
          ...[id, note],
        ),
        DB.prepare(
          `DELETE FROM notes WHERE application_id = ?1 AND number NOT IN (
             SELECT number FROM notes WHERE application_id = ?1 ORDER BY number DESC LIMIT ${MAX_NOTES})`,
        ).bind(id),
      ]),

    /** Finds applications by id. Unknown ids are ignored. */
    async applicationsById(ids: readonly string[]): Promise<ApplicationRow[]> {
      const sql = `${APPLICATIONS} AND a.id IN (SELECT value FROM json_each(?2)) ORDER BY a.number`;
      return (await query(ApplicationRow, sql, JSON.stringify(ids.slice(0, MAX_CHOSEN)))).rows;
    },

    /** Counts a position's applications by week, whose first day is a Monday, and by stored source. */
    async numbers(position: string) {
      const count = (column: string) =>
        bind(
          `SELECT ${column} AS name, count(*) AS count FROM applications a
           JOIN positions p ON p.uuid = a.position_uuid WHERE ${IN_COMPANIES} AND p.uuid = ?2
           GROUP BY 1 ORDER BY 1`,
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
