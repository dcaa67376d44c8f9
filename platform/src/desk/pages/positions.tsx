/** @jsxImportSource hono/jsx */
import type { PositionRow } from "../records";
import { Form, Page, Told, Turn, type Setting } from "./layout";

interface PositionsProps {
  setting: Setting;
  rows: PositionRow[];
  page: number;
  pages: number;
  told: string | undefined;
}

export function PositionsPage({ setting, rows, page, pages, told }: PositionsProps) {
  const { texts, person } = setting;
  const companies = [...new Set(rows.map(({ client_uuid }) => client_uuid))];
  return (
    <Page setting={setting} title={texts.positions} room="positions">
      <h1>{texts.positions}</h1>
      <Told text={told} />
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
                <Row setting={setting} position={position} />
              ))}
            </ul>
            <p class="soft small">{months ? texts.keptFor(months) : texts.keptForGood}</p>
          </section>
        );
      })}
      <Turn texts={texts} page={page} pages={pages} href={(to) => `/?page=${to}`} />
    </Page>
  );
}

function Row({ setting, position }: { setting: Setting; position: PositionRow }) {
  const { texts } = setting;
  const { uuid, name, location, status, held, fresh } = position;
  return (
    <li>
      <h3 class="name">
        <a href={`/positions/${uuid}`}>{name}</a>
      </h3>
      <p class="meta">
        {[location, texts.applications(held)].filter((text) => text !== "").join(" · ")}
      </p>
      <div class="end">
        {fresh > 0 && <span class="tag tag-new">{texts.fresh(fresh)}</span>}
        <span class={`tag tag-${status}`}>{texts[status]}</span>
        <StatusButton setting={setting} position={position} isInList />
      </div>
    </li>
  );
}

/** Opens a closed position, and closes an open one. */
export function StatusButton({
  setting,
  position: { uuid, name, status },
  isInList = false,
}: {
  setting: Setting;
  position: PositionRow;
  isInList?: boolean;
}) {
  const { texts } = setting;
  const { short, whole } = status === "open" ? texts.closeIt : texts.openIt;
  return (
    <Form setting={setting} action={`/positions/${uuid}/status`}>
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
