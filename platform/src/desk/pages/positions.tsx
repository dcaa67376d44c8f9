/** @jsxImportSource hono/jsx */
import { lastMoment } from "~/contract/closing";
import type { Failure } from "~/platform/src/email/failure";
import type { ListedPosition, PositionFilter, PositionRow } from "../records";
import type { Company } from "../visitor";
import { formatReason } from "./emails";
import { Form, Page, Pagination, Tabs, type View } from "./layout";

export const FILTERS = ["new", "open", "draft", "closed"] as const;

interface PositionsProps {
  view: View;
  rows: ListedPosition[];
  filter: PositionFilter;
  /** The number of published positions, by company. */
  counts: ReadonlyMap<string, number>;
  /** The site's origin, if known. */
  site: string | undefined;
  page: number;
  pages: number;
  message: string | undefined;
  /** Why no email can be sent now. */
  problem: Failure | undefined;
}

export function PositionsPage(props: PositionsProps) {
  const { view, rows, filter, counts, site, page, pages, message, problem } = props;
  const { texts, person } = view;
  const t = texts.editor;
  const shown = [...new Set(rows.map(({ client_uuid }) => client_uuid))];
  const companies = person?.companies ?? [];
  const isFiltered = filter.query !== "" || filter.show !== undefined;
  const isNew = (company: Company) =>
    company.policy_blanks > 0 || !company.is_described || (counts.get(company.uuid) ?? 0) === 0;
  const href = (show: PositionFilter["show"], to = 1) => {
    const query = new URLSearchParams({
      ...(filter.query !== "" && { q: filter.query }),
      ...(show && { show }),
      ...(to > 1 && { page: String(to) }),
    }).toString();
    return query === "" ? "/" : `/?${query}`;
  };
  return (
    <Page {...{ view, title: texts.positions, section: "positions", message }}>
      {problem && (
        <p class="message bad" role="alert">
          {`${texts.emailsFail(formatReason(problem, texts))} `}
          <a href="/emails">{texts.emails}</a>
        </p>
      )}
      {!isFiltered &&
        companies
          .filter(isNew)
          .slice(0, 1)
          .map((company) => (
            <Steps {...{ view, company, site, hasJobs: (counts.get(company.uuid) ?? 0) > 0 }} />
          ))}
      <div class="actions">
        {companies.length > 0 && (
          <a class="button" href="/positions/new">
            {t.newJob}
          </a>
        )}
        {companies.length === 0 && person?.isForAll === true && (
          <a class="button" href="/companies/new">
            {t.newCompany}
          </a>
        )}
      </div>
      {(isFiltered || rows.length > 0) && (
        <>
          <form class="find" role="search" action="/">
            <label class="above" for="q">
              {t.searchJobs}
            </label>
            <div class="actions">
              <input type="search" id="q" name="q" value={filter.query} maxlength={200} />
              {filter.show && <input type="hidden" name="show" value={filter.show} />}
              <button class="plain">{texts.search}</button>
            </div>
          </form>
          <Tabs
            {...{
              label: texts.filterLabel,
              options: Object.entries(t.filters),
              current: filter.show ?? "all",
            }}
            href={(key) => href(FILTERS.find((one) => one === key))}
          />
        </>
      )}
      {rows.length === 0 && <p class="card">{isFiltered ? t.noneFound : texts.noPositions}</p>}
      {shown.map((uuid) => {
        const ours = rows.filter(({ client_uuid }) => client_uuid === uuid);
        const months = companies.find((one) => one.uuid === uuid)?.retention_months;
        return (
          <section aria-labelledby={`company-${uuid}`}>
            <h2 class="group" id={`company-${uuid}`}>
              {ours[0]?.company}
            </h2>
            <ul class="rows">
              {ours.map((position) => (
                <Row view={view} position={position} />
              ))}
            </ul>
            <p class="soft small">{months ? texts.retention(months) : texts.noRetention}</p>
          </section>
        );
      })}
      <Pagination texts={texts} page={page} pages={pages} href={(to) => href(filter.show, to)} />
    </Page>
  );
}

interface StepsProps {
  view: View;
  company: Company;
  site: string | undefined;
  hasJobs: boolean;
}

/** What a new company does next. */
function Steps({ view, company, site, hasJobs }: StepsProps) {
  const t = view.texts.editor;
  const { uuid, code, name, is_described, policy_blanks } = company;
  const path = `/${encodeURIComponent(code)}/${uuid}`;
  const steps = [
    {
      ...{ title: t.stepPage, why: t.stepPageWhy, href: `/companies/${uuid}/edit` },
      isDone: is_described && policy_blanks === 0,
    },
    {
      ...{ title: t.stepJob, why: t.stepJobWhy, href: `/positions/new?company=${uuid}` },
      isDone: hasJobs,
    },
    { title: t.stepShare, why: t.stepShareWhy, href: site && site + path, isDone: false },
  ];
  return (
    <section class="card">
      <h2>{`${t.steps}: ${name}`}</h2>
      <ol class="steps">
        {steps.map(({ title, why, href, isDone }) => (
          <li>
            <strong>{href === undefined ? title : <a href={href}>{title}</a>}</strong>{" "}
            {isDone && <span class="tag tag-open">{t.stepDone}</span>}
            <p class="soft small">{why}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Row({ view, position }: { view: View; position: ListedPosition }) {
  const { texts } = view;
  const { uuid, name, location, status, application_count, new_count, has_draft } = position;
  const t = texts.editor;
  const isDraft = status === "draft";
  const at = `/positions/${uuid}`;
  return (
    <li>
      <h3 class="name">
        <a href={isDraft ? `${at}/edit` : at}>{name || t.untitled}</a>
      </h3>
      <p class="meta">
        {[
          location,
          ...(isDraft ? [] : [texts.applications(application_count)]),
          status === "open" ? closingText(position, view) : "",
        ]
          .filter((text) => text !== "")
          .join(" · ")}
      </p>
      <div class="end">
        {new_count > 0 && <span class="tag tag-new">{texts.newCount(new_count)}</span>}
        {has_draft && !isDraft && <span class="tag">{t.unpublished}</span>}
        <span class={`tag tag-${status}`}>{t.statuses[status]}</span>
        {status !== "draft" && (
          <StatusButton view={view} position={{ uuid, name, status }} isInList />
        )}
      </div>
    </li>
  );
}

/** Says on which day an open position closes. */
function closingText({ facts: { closes_at }, country }: ListedPosition, { texts }: View): string {
  if (closes_at === undefined) return "";
  // The first ten characters are the last day.
  const day = lastMoment(closes_at, country?.toUpperCase()).slice(0, 10);
  const format = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  const locale = texts.lang === "es" ? "es" : "en-GB";
  return texts.editor.closesAt(new Intl.DateTimeFormat(locale, format).format(Date.parse(day)));
}

export function StatusButton({
  view,
  position: { uuid, name, status },
  isInList = false,
}: {
  view: View;
  position: Pick<PositionRow, "uuid" | "name" | "status">;
  isInList?: boolean;
}) {
  const { texts } = view;
  const { short, whole } = status === "open" ? texts.closeJob : texts.openJob;
  return (
    <Form view={view} action={`/positions/${uuid}/status`}>
      <button
        class="plain"
        name="status"
        value={status === "open" ? "closed" : "open"}
        aria-label={`${whole}: ${name}`}
      >
        {isInList ? short : whole}
      </button>
    </Form>
  );
}
