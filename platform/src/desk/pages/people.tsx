/** @jsxImportSource hono/jsx */
import { MAX_FOUND, type ApplicationRow } from "../records";
import { MarkTag } from "./applications";
import { ConfirmPage } from "./confirm";
import { Form, Page, Time, Message, type View } from "./layout";

interface PeopleProps {
  view: View;
  /** The search text as typed. */
  who?: string;
  found?: { rows: ApplicationRow[]; total: number };
  message?: string | undefined;
  error?: string;
}

/** Finds a person's applications, to delete them. Searches are POSTs, so that URLs contain no search text. */
export function PeoplePage({ view, who = "", found, message, error }: PeopleProps) {
  const { texts } = view;
  return (
    <Page view={view} title={texts.findPerson} section="people">
      <h1>{texts.findPerson}</h1>
      <Message text={message} />
      <Message text={error} isBad />
      <section class="card">
        <Form view={view} action="/people">
          <label class="above" for="who">
            {texts.who}
          </label>
          <p class="soft small" id="who-hint">
            {texts.whoHint}
          </p>
          <input
            type="text"
            id="who"
            name="who"
            value={who}
            required
            maxlength={320}
            autocomplete="off"
            aria-describedby="who-hint"
          />
          <div class="actions">
            <button>{texts.search}</button>
          </div>
        </Form>
      </section>
      {found && <Found view={view} {...found} />}
    </Page>
  );
}

interface FoundProps {
  view: View;
  rows: ApplicationRow[];
  total: number;
}

function Found({ view, rows, total }: FoundProps) {
  const { texts } = view;
  if (rows.length === 0) return <p class="card">{texts.noneFound}</p>;
  return (
    <Form view={view} action="/people/delete">
      <h2 class="group">{texts.found(total)}</h2>
      {total > MAX_FOUND && <p>{texts.foundLimit(MAX_FOUND)}</p>}
      <ul class="rows">
        {rows.map(({ id, number, first_name, last_name, company, position, created_at, mark }) => (
          <li>
            <label>
              <input type="checkbox" name="id" value={id} checked />
              {`${first_name} ${last_name}`}
            </label>
            <p class="meta">
              <a href={`/applications/${id}`}>{`#${number}`}</a>
              {` · ${company}, ${position} · `}
              <Time view={view} iso={created_at} />
            </p>
            <div class="end">
              <MarkTag texts={texts} mark={mark} />
            </div>
          </li>
        ))}
      </ul>
      <div class="actions">
        <button class="danger">{texts.deleteChosen}</button>
      </div>
    </Form>
  );
}

interface DeleteFoundProps {
  view: View;
  rows: ApplicationRow[];
  error?: string | undefined;
}

/** Asks for confirmation before several applications are deleted. */
export function DeleteFoundPage({ view, rows, error }: DeleteFoundProps) {
  const { texts } = view;
  return (
    <ConfirmPage
      {...{ view, error, section: "people", title: texts.deleteQuestion }}
      {...{ action: "/people/delete", back: "/people", button: texts.deletePermanently }}
      what={texts.confirmDelete(texts.applications(rows.length))}
      inputs={
        <>
          {rows.map(({ id }) => (
            <input type="hidden" name="id" value={id} />
          ))}
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
