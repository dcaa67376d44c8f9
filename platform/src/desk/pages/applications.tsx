/** @jsxImportSource hono/jsx */
import { MARKS, type ApplicationRow, type Mark, type PositionRow } from "../records";
import { Form, Page, Time, Told, Turn, type Setting } from "./layout";
import { Confirm } from "./confirm";
import { StatusButton } from "./positions";

interface ApplicationsProps {
  setting: Setting;
  position: PositionRow;
  rows: ApplicationRow[];
  mark: Mark | undefined;
  page: number;
  pages: number;
  told: string | undefined;
}

/** The applications to a position. */
export function ApplicationsPage(props: ApplicationsProps) {
  const { setting, position, rows, mark, page, pages, told } = props;
  const { texts } = setting;
  const at = `/positions/${position.uuid}`;
  const href = (wanted: Mark | undefined, to = 1) => {
    const query = new URLSearchParams({
      ...(wanted && { mark: wanted }),
      ...(to > 1 && { page: String(to) }),
    }).toString();
    return query === "" ? at : `${at}?${query}`;
  };
  return (
    <Page setting={setting} title={position.name} room="positions">
      <p class="trail">
        <a href="/">{texts.positions}</a>
      </p>
      <h1>{position.name}</h1>
      <p class="soft">
        {[position.company, position.location, texts.applications(position.held)]
          .filter((text) => text !== "")
          .join(" · ")}{" "}
        <span class={`tag tag-${position.status}`}>{texts[position.status]}</span>
      </p>
      <Told text={told} />
      <div class="actions">
        <StatusButton setting={setting} position={position} />
        {position.held > 0 && (
          <a class="button plain" href={`${at}/export`}>
            {texts.exportAll}
          </a>
        )}
      </div>
      <p class="soft small">{texts.closeHint}</p>
      <nav class="tabs" aria-label={texts.onlyMarked}>
        {[undefined, ...MARKS].map((one) => (
          <a href={href(one)} aria-current={one === mark ? "page" : undefined}>
            {one === undefined ? texts.all : texts.marks[one]}
          </a>
        ))}
      </nav>
      {rows.length === 0 ? (
        <p class="card">{texts.noApplications}</p>
      ) : (
        <ul class="rows">
          {rows.map(({ id, number, first_name, last_name, created_at, mark: marked, note }) => (
            <li>
              <h2 class="name">
                <a href={`/applications/${id}`}>{`${first_name} ${last_name}`}</a>
              </h2>
              <p class="meta">
                {`#${number} · `}
                <Time setting={setting} iso={created_at} />
                {note !== "" && ` · ${texts.note}`}
              </p>
              <div class="end">
                <MarkTag texts={texts} mark={marked} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Turn texts={texts} page={page} pages={pages} href={(to) => href(mark, to)} />
    </Page>
  );
}

export function MarkTag({ texts, mark }: { texts: Setting["texts"]; mark: Mark }) {
  return <span class={`tag tag-${mark}`}>{texts.marks[mark]}</span>;
}

interface ExportProps {
  setting: Setting;
  position: PositionRow;
  /** Whether anything is asked that is voluntary. */
  hasVoluntary: boolean;
  fault?: string | undefined;
}

/** Asks before all applications to a position are downloaded, and as what. */
export function ExportPage({ setting, position, hasVoluntary, fault }: ExportProps) {
  const { texts } = setting;
  const { uuid, name, held } = position;
  return (
    <Page setting={setting} title={texts.exportAll} room="positions">
      <div class="narrow">
        <p class="trail">
          <a href="/">{texts.positions}</a> / <a href={`/positions/${uuid}`}>{name}</a>
        </p>
        <h1>{texts.exportAll}</h1>
        <Told text={fault} isBad />
        <p>
          <strong>{texts.applications(held)}</strong>
          {` · ${name}`}
        </p>
        <p>{texts.exportWhat}</p>
        <p class="soft small">{texts.exportHint}</p>
        <Form setting={setting} action={`/positions/${uuid}/export`}>
          <Confirm
            setting={setting}
            what={texts.sureExport(`${texts.applications(held)}, ${name}`)}
            isWrong={fault !== undefined}
          />
          <div class="actions">
            <button name="kind" value="csv">
              {texts.exportCsv}
            </button>
            <button class="plain" name="kind" value="zip">
              {texts.exportZip}
            </button>
            {hasVoluntary && (
              <button class="plain" name="kind" value="voluntary">
                {texts.exportVoluntary}
              </button>
            )}
          </div>
        </Form>
      </div>
    </Page>
  );
}
