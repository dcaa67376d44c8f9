/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { lastMoment } from "~/contract/closing";
import type { Failure } from "~/platform/src/email/failure";
import { readEmailHealth } from "~/platform/src/email/report";
import { CHANGED, countPages, getText, ID, pageNumber, siteOrigin, type DeskEnv } from "../context";
import { formatReason } from "../pages/emails";
import { Page } from "../pages/layout";
import {
  Button,
  ButtonLink,
  Card,
  Form,
  Hint,
  NumberedPager,
  Row,
  Rows,
  Search,
  Tabs,
  Tag,
} from "../pages/parts";
import { dotted, formatDay, useDesk } from "../pages/view";
import type { ListedPosition, PositionFilter } from "../records";
import type { Texts } from "../texts";
import type { Company } from "../visitor";

export const positions = new Hono<DeskEnv>();

const FILTERS = ["new", "open", "draft", "closed"] as const;

positions.get("/", async (context) => {
  const page = pageNumber(context);
  const { records, positionNames, texts } = context.var;
  const { q = "", show } = context.req.query();
  const filter = { query: q.slice(0, 200), show: FILTERS.find((name) => name === show) };
  const [{ rows, total, all }, { problem }] = await Promise.all([
    records.positions(positionNames, filter, page, texts.lang),
    readEmailHealth(context.env),
  ]);
  const published = all.filter(({ status }) => status !== "draft");
  const withJobs = new Set(published.map(({ client_uuid }) => client_uuid));
  const props = { rows, filter, page, pages: countPages(total), problem, withJobs };
  return context.render(<PositionsPage {...props} site={siteOrigin(context)} />);
});

interface PositionsProps {
  rows: ListedPosition[];
  filter: PositionFilter;
  /** The companies with published positions. */
  withJobs: ReadonlySet<string>;
  /** The site's origin, if known. */
  site: string | undefined;
  page: number;
  pages: number;
  /** Why no email can be sent now. */
  problem: Failure | undefined;
}

function PositionsPage(props: PositionsProps) {
  const { rows, filter, withJobs, site, page, pages, problem } = props;
  const { texts, person } = useDesk();
  const t = texts.editor;
  const { companies = [], isForAll = false } = person ?? {};
  const isFiltered = filter.query !== "" || filter.show !== undefined;
  const fresh = companies.find(
    ({ uuid, policy_blanks, is_described }) =>
      policy_blanks > 0 || !is_described || !withJobs.has(uuid),
  );
  const href = (show: PositionFilter["show"], to = 1) => {
    const query = new URLSearchParams({
      ...(filter.query !== "" && { q: filter.query }),
      ...(show && { show }),
      ...(to > 1 && { page: String(to) }),
    }).toString();
    return query === "" ? "/" : `/?${query}`;
  };
  return (
    <Page title={texts.positions} section="positions">
      {problem && (
        <p class="message bad" role="alert">
          {`${texts.emailsFail(formatReason(problem, texts))} `}
          <a href="/emails">{texts.emails}</a>
        </p>
      )}
      {!isFiltered && fresh && (
        <Steps {...{ company: fresh, site, hasJobs: withJobs.has(fresh.uuid) }} />
      )}
      <div class="actions">
        {companies.length > 0 && <ButtonLink href="/positions/new" text={t.newJob} />}
        {companies.length === 0 && isForAll && (
          <ButtonLink href="/companies/new" text={t.newCompany} />
        )}
      </div>
      {(isFiltered || rows.length > 0) && (
        <>
          <form class="find" role="search" action="/">
            <Search name="q" label={t.searchJobs} value={filter.query}>
              {filter.show && <input type="hidden" name="show" value={filter.show} />}
            </Search>
          </form>
          <Tabs
            {...{ label: texts.filterLabel, current: filter.show ?? "all" }}
            options={Object.entries(t.filters)}
            href={(key) => href(FILTERS.find((name) => name === key))}
          />
        </>
      )}
      {rows.length === 0 && <p class="card">{isFiltered ? t.noneFound : texts.noPositions}</p>}
      {[...new Set(rows.map(({ client_uuid }) => client_uuid))].map((uuid) => (
        <Positions uuid={uuid} rows={rows.filter(({ client_uuid }) => client_uuid === uuid)} />
      ))}
      <NumberedPager page={page} pages={pages} href={(to) => href(filter.show, to)} />
    </Page>
  );
}

interface StepsProps {
  company: Company;
  site: string | undefined;
  hasJobs: boolean;
}

/** The next steps of a new company. */
function Steps({ company, site, hasJobs }: StepsProps) {
  const t = useDesk().texts.editor;
  const { uuid, code, name, is_described, policy_blanks } = company;
  const path = `/${encodeURIComponent(code)}/${uuid}`;
  const isReady = is_described && policy_blanks === 0;
  const steps = [
    [t.stepPage, t.stepPageWhy, `/companies/${uuid}/edit`, isReady],
    [t.stepJob, t.stepJobWhy, `/positions/new?company=${uuid}`, hasJobs],
    [t.stepShare, t.stepShareWhy, site && site + path, false],
  ] as const;
  return (
    <Card title={`${t.steps}: ${name}`}>
      <ol class="steps">
        {steps.map(([title, why, href, isDone]) => (
          <li>
            <strong>{href === undefined ? title : <a href={href}>{title}</a>}</strong>{" "}
            {isDone && <Tag kind="open" text={t.stepDone} />}
            <Hint>{why}</Hint>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function Positions({ uuid, rows }: { uuid: string; rows: ListedPosition[] }) {
  const { texts, person } = useDesk();
  const months = person?.companies.find((company) => company.uuid === uuid)?.retention_months;
  return (
    <section aria-labelledby={`company-${uuid}`}>
      <h2 class="group" id={`company-${uuid}`}>
        {rows[0]?.company}
      </h2>
      <Rows
        rows={rows.map((position) => (
          <Position position={position} />
        ))}
      />
      <Hint>{months ? texts.retention(months) : texts.noRetention}</Hint>
    </section>
  );
}

function Position({ position }: { position: ListedPosition }) {
  const { texts } = useDesk();
  const t = texts.editor;
  const { uuid, name, location, status, application_count, new_count, has_draft } = position;
  const isDraft = status === "draft";
  const count = !isDraft && texts.applications(application_count);
  return (
    <Row
      name={name || t.untitled}
      href={isDraft ? `/positions/${uuid}/edit` : `/positions/${uuid}`}
      heading="h3"
      meta={dotted(location, count, status === "open" && closingText(position, texts))}
      end={
        <>
          {new_count > 0 && <Tag kind="new" text={texts.newCount(new_count)} />}
          {has_draft && !isDraft && <Tag text={t.unpublished} />}
          <Tag kind={status} text={t.statuses[status]} />
          {!isDraft && <StatusButton position={{ uuid, name, status }} isInList />}
        </>
      }
    />
  );
}

/** Describes the day on which a position closes. Empty without a closing date. */
function closingText({ facts: { closes_at }, country }: ListedPosition, texts: Texts): string {
  if (closes_at === undefined) return "";
  // The first ten characters are the date of the last day.
  const day = lastMoment(closes_at, country?.toUpperCase()).slice(0, 10);
  return texts.editor.closesAt(formatDay(day, texts));
}

interface StatusProps {
  position: { uuid: string; name: string; status: "open" | "closed" };
  isInList?: boolean;
}

export function StatusButton({ position: { uuid, name, status }, isInList = false }: StatusProps) {
  const { texts } = useDesk();
  const { short, whole } = status === "open" ? texts.closeJob : texts.openJob;
  return (
    <Form action={`/positions/${uuid}/status`}>
      <Button
        {...{ text: isInList ? short : whole, label: `${whole}: ${name}`, kind: "plain" }}
        {...{ name: "status", value: status === "open" ? "closed" : "open" }}
      />
    </Form>
  );
}

positions.post(`/positions/${ID}/status`, async (context) => {
  const { records, form, person } = context.var;
  const uuid = context.req.param("id");
  const status = getText(form, "status");
  if (status !== "open" && status !== "closed") return context.notFound();
  const position = status === "open" ? await records.position(uuid) : undefined;
  // A position stays closed as long as its closing date has passed.
  if (position?.isPastClosing)
    return context.redirect(`/positions/${uuid}/edit?done=choose-date#closes_at`, 303);
  const client = await records.setStatus(uuid, status, person.who);
  if (client === undefined) return context.notFound();
  context.header(CHANGED, client);
  const done = status === "open" ? "opened" : "closed";
  return context.redirect(`/positions/${uuid}?done=${done}`, 303);
});
