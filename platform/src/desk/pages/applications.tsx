/** @jsxImportSource hono/jsx */
import type { ApplicationRow, PositionRow, Selection } from "../records";
import { Confirm, ConfirmPage } from "./confirm";
import { Form, Message, Page, type View } from "./layout";
import { ApplicationList, type ListState } from "./list";
import { StatusButton } from "./positions";

interface InboxProps {
  view: View;
  list: ListState;
  message: string | undefined;
}

/** The applications of all positions. */
export function InboxPage({ view, list, message }: InboxProps) {
  const { texts } = view;
  return (
    <Page view={view} title={texts.inbox} section="applications">
      <h1>{texts.inbox}</h1>
      <Message text={message} />
      <ApplicationList view={view} list={list} />
    </Page>
  );
}

interface PositionProps extends InboxProps {
  position: PositionRow;
  /** The address of the published page, if the site's is known. */
  href: string | undefined;
}

export function PositionPage({ view, position, list, message, href }: PositionProps) {
  const { editor } = view.texts;
  const { texts } = view;
  const at = `/positions/${position.uuid}`;
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
        {position.status === "open" && href !== undefined && (
          <>
            <a href={href} target="_blank" rel="noopener noreferrer">
              {editor.seeOnSite}
            </a>
            {" · "}
          </>
        )}
        {position.application_count > 0 && (
          <>
            <a href={`${at}/numbers`}>{texts.numbers}</a>
            {" · "}
          </>
        )}
        <a href={`${at}/versions`}>{editor.versions}</a>
        {" · "}
        <a href={`${at}/delete`}>{editor.deleteJob}</a>
      </p>
      <ApplicationList view={view} list={list} />
    </Page>
  );
}

interface ExportProps {
  view: View;
  /** The position's name. Undefined for chosen applications. */
  name?: string;
  /** The chosen applications. */
  selection: Selection;
  count: number;
  action: string;
  back: string;
  hasVoluntary: boolean;
  error?: string | undefined;
}

/** Asks for the format and a confirmation before applications are downloaded. */
export function ExportPage({ view, name, selection, count, action, back, ...props }: ExportProps) {
  const { texts } = view;
  const { hasVoluntary, error } = props;
  const what = [texts.applications(count), ...(name === undefined ? [] : [name])];
  return (
    <Page
      view={view}
      title={texts.exportAll}
      section={name === undefined ? "applications" : "positions"}
    >
      <div class="narrow">
        <p class="trail">
          <a href={back}>{name ?? texts.inbox}</a>
        </p>
        <h1>{texts.exportAll}</h1>
        <Message text={error} isBad />
        <p>
          <strong>{what.join(" · ")}</strong>
        </p>
        <p>{texts.exportNotice}</p>
        <p class="soft small">{texts.exportHint}</p>
        <Form view={view} action={action}>
          {"ids" in selection && <ChosenInputs ids={selection.ids} back={back} />}
          <Confirm
            view={view}
            what={texts.confirmExport(what.join(", "))}
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

/** Hidden inputs with the chosen applications, and the list to return to. */
const ChosenInputs = ({ ids, back }: { ids: readonly string[]; back: string }) => (
  <>
    {ids.map((id) => (
      <input type="hidden" name="id" value={id} />
    ))}
    <input type="hidden" name="back" value={back} />
  </>
);

interface DeleteProps {
  view: View;
  rows: ApplicationRow[];
  action: string;
  back: string;
  error?: string | undefined;
}

/** Asks for confirmation before applications are deleted. */
export function DeletePage({ view, rows, action, back, error }: DeleteProps) {
  const { texts } = view;
  return (
    <ConfirmPage
      {...{ view, error, action, back, section: "applications", title: texts.deleteQuestion }}
      what={texts.confirmDelete(texts.applications(rows.length))}
      button={texts.deletePermanently}
      inputs={
        <>
          <ChosenInputs ids={rows.map(({ id }) => id)} back={back} />
          <input type="hidden" name="asked" value="yes" />
        </>
      }
    >
      <ul class="rows">
        {rows.map(({ number, first_name, last_name, company, position }) => (
          <li>
            <span class="name">{`${first_name} ${last_name}`}</span>
            <p class="meta">{`#${number} · ${company}, ${position}`}</p>
          </li>
        ))}
      </ul>
      <p>{texts.deleteWarning(rows.length)}</p>
    </ConfirmPage>
  );
}
