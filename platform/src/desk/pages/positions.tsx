/** @jsxImportSource hono/jsx */
import type { PositionRow } from "../records";
import type { Failure } from "../../email/failure";
import { formatReason } from "./emails";
import { Form, Page, Message, Pagination, type View } from "./layout";

interface PositionsProps {
  view: View;
  rows: PositionRow[];
  page: number;
  pages: number;
  message: string | undefined;
  /** Why no email can be sent now. */
  problem: Failure | undefined;
}

export function PositionsPage({ view, rows, page, pages, message, problem }: PositionsProps) {
  const { texts, person } = view;
  const companies = [...new Set(rows.map(({ client_uuid }) => client_uuid))];
  return (
    <Page view={view} title={texts.positions} section="positions">
      <h1>{texts.positions}</h1>
      <Message text={message} />
      {problem && (
        <p class="message bad" role="alert">
          {`${texts.emailsFail(formatReason(problem, texts))} `}
          <a href="/emails">{texts.emails}</a>
        </p>
      )}
      {rows.length === 0 && <p class="card">{texts.noPositions}</p>}
      {companies.map((uuid) => {
        const ours = rows.filter(({ client_uuid }) => client_uuid === uuid);
        const months = person?.companies.find((one) => one.uuid === uuid)?.retention_months;
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
      <Pagination texts={texts} page={page} pages={pages} href={(to) => `/?page=${to}`} />
    </Page>
  );
}

function Row({ view, position }: { view: View; position: PositionRow }) {
  const { texts } = view;
  const { uuid, name, location, status, application_count, new_count } = position;
  return (
    <li>
      <h3 class="name">
        <a href={`/positions/${uuid}`}>{name}</a>
      </h3>
      <p class="meta">
        {[location, texts.applications(application_count)]
          .filter((text) => text !== "")
          .join(" · ")}
      </p>
      <div class="end">
        {new_count > 0 && <span class="tag tag-new">{texts.newCount(new_count)}</span>}
        <span class={`tag tag-${status}`}>{texts[status]}</span>
        <StatusButton view={view} position={position} isInList />
      </div>
    </li>
  );
}

export function StatusButton({
  view,
  position: { uuid, name, status },
  isInList = false,
}: {
  view: View;
  position: PositionRow;
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
