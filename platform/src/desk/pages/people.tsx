/** @jsxImportSource hono/jsx */
import { FOUND_MOST, type ApplicationRow } from "../records";
import { MarkTag } from "./applications";
import { Confirm } from "./confirm";
import { Form, Page, Time, Told, type Setting } from "./layout";

interface PeopleProps {
  setting: Setting;
  /** What was searched for, as it was typed. */
  who?: string;
  found?: { rows: ApplicationRow[]; total: number };
  told?: string | undefined;
  fault?: string;
}

/** Finds one person's applications, and deletes them. What is searched for is never in an address. */
export function PeoplePage({ setting, who = "", found, told, fault }: PeopleProps) {
  const { texts } = setting;
  return (
    <Page setting={setting} title={texts.findPerson} room="people">
      <h1>{texts.findPerson}</h1>
      <Told text={told} />
      <Told text={fault} isBad />
      <section class="card">
        <Form setting={setting} action="/people">
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
      {found && <Found setting={setting} {...found} />}
    </Page>
  );
}

interface FoundProps {
  setting: Setting;
  rows: ApplicationRow[];
  total: number;
}

function Found({ setting, rows, total }: FoundProps) {
  const { texts } = setting;
  if (rows.length === 0) return <p class="card">{texts.nobody}</p>;
  return (
    <Form setting={setting} action="/people/delete">
      <h2 class="group">{texts.found(total)}</h2>
      {total > FOUND_MOST && <p>{texts.foundMost(FOUND_MOST)}</p>}
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
              <Time setting={setting} iso={created_at} />
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
  setting: Setting;
  rows: ApplicationRow[];
  fault?: string | undefined;
}

/** Asks before several applications are deleted. */
export function DeleteFoundPage({ setting, rows, fault }: DeleteFoundProps) {
  const { texts } = setting;
  return (
    <Page setting={setting} title={texts.deleteQuestion} room="people">
      <h1>{texts.deleteQuestion}</h1>
      <Told text={fault} isBad />
      <ul class="rows">
        {rows.map(({ number, first_name, last_name, company, position }) => (
          <li>
            <span class="name">{`${first_name} ${last_name}`}</span>
            <p class="meta">{`#${number} · ${company}, ${position}`}</p>
          </li>
        ))}
      </ul>
      <p>{texts.deleteWhat(rows.length)}</p>
      <Form setting={setting} action="/people/delete">
        {rows.map(({ id }) => (
          <input type="hidden" name="id" value={id} />
        ))}
        <input type="hidden" name="asked" value="yes" />
        <Confirm
          setting={setting}
          what={texts.sureDelete(texts.applications(rows.length))}
          isWrong={fault !== undefined}
        />
        <div class="actions">
          <button class="danger">{texts.deleteForGood}</button>
          <a class="button plain" href="/people">
            {texts.keep}
          </a>
        </div>
      </Form>
    </Page>
  );
}
