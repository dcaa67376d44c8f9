/** @jsxImportSource hono/jsx */
import { MARKS, type ApplicationRow, type Mark, type PositionRow } from "../records";
import { Form, Page, Time, Message, Pagination, type View } from "./layout";
import { Confirm } from "./confirm";
import { StatusButton } from "./positions";

interface ApplicationsProps {
  view: View;
  position: PositionRow;
  /** The address of the published page, if the site's is known. */
  href: string | undefined;
  rows: ApplicationRow[];
  mark: Mark | undefined;
  page: number;
  pages: number;
  message: string | undefined;
}

export function ApplicationsPage(props: ApplicationsProps) {
  const { view, position, rows, mark, page, pages, message } = props;
  const { editor } = view.texts;
  const { texts } = view;
  const at = `/positions/${position.uuid}`;
  const href = (filter: Mark | undefined, to = 1) => {
    const query = new URLSearchParams({
      ...(filter && { mark: filter }),
      ...(to > 1 && { page: String(to) }),
    }).toString();
    return query === "" ? at : `${at}?${query}`;
  };
  return (
    <Page view={view} title={position.name} section="positions">
      <p class="trail">
        <a href="/">{texts.positions}</a>
      </p>
      <h1>{position.name}</h1>
      <p class="soft">
        {[position.company, position.location, texts.applications(position.application_count)]
          .filter((text) => text !== "")
          .join(" · ")}{" "}
        <span class={`tag tag-${position.status}`}>{texts[position.status]}</span>{" "}
        {position.has_draft && <span class="tag">{editor.unpublished}</span>}
      </p>
      <Message text={message} />
      <div class="actions">
        <a class="button" href={`${at}/edit`}>
          {editor.editJob}
        </a>
        <StatusButton view={view} position={position} />
        <a class="button plain" href={`/positions/new?from=${position.uuid}`}>
          {editor.duplicate}
        </a>
        {position.application_count > 0 && (
          <a class="button plain" href={`${at}/export`}>
            {texts.exportAll}
          </a>
        )}
      </div>
      <p class="soft small">
        {`${texts.closeHint} `}
        {position.status === "open" && props.href !== undefined && (
          <>
            <a href={props.href} target="_blank" rel="noopener noreferrer">
              {editor.seeOnSite}
            </a>
            {" · "}
          </>
        )}
        <a href={`${at}/versions`}>{editor.versions}</a>
        {" · "}
        <a href={`${at}/delete`}>{editor.deleteJob}</a>
      </p>
      <nav class="tabs" aria-label={texts.filterLabel}>
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
                <Time view={view} iso={created_at} />
                {note !== "" && ` · ${texts.note}`}
              </p>
              <div class="end">
                <MarkTag texts={texts} mark={marked} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Pagination texts={texts} page={page} pages={pages} href={(to) => href(mark, to)} />
    </Page>
  );
}

export function MarkTag({ texts, mark }: { texts: View["texts"]; mark: Mark }) {
  return <span class={`tag tag-${mark}`}>{texts.marks[mark]}</span>;
}

interface ExportProps {
  view: View;
  position: PositionRow;
  hasVoluntary: boolean;
  error?: string | undefined;
}

/** Asks for the format and a confirmation before all applications to a position are downloaded. */
export function ExportPage({ view, position, hasVoluntary, error }: ExportProps) {
  const { texts } = view;
  const { uuid, name, application_count } = position;
  return (
    <Page view={view} title={texts.exportAll} section="positions">
      <div class="narrow">
        <p class="trail">
          <a href="/">{texts.positions}</a> / <a href={`/positions/${uuid}`}>{name}</a>
        </p>
        <h1>{texts.exportAll}</h1>
        <Message text={error} isBad />
        <p>
          <strong>{texts.applications(application_count)}</strong>
          {` · ${name}`}
        </p>
        <p>{texts.exportNotice}</p>
        <p class="soft small">{texts.exportHint}</p>
        <Form view={view} action={`/positions/${uuid}/export`}>
          <Confirm
            view={view}
            what={texts.confirmExport(`${texts.applications(application_count)}, ${name}`)}
            isWrong={error !== undefined}
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
