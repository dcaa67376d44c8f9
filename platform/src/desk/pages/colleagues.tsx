/** @jsxImportSource hono/jsx */
import type { AccessRow } from "~/platform/src/companies/desk-access";
import { Confirm, ConfirmPage } from "./confirm";
import { SelectField, TextField, type FormView } from "./fields";
import { Form, Page, Time, type View } from "./layout";

interface ColleaguesProps {
  view: View;
  rows: AccessRow[];
  /** Whether people can sign in with Cloudflare Access. */
  hasAccess: boolean;
  deskUrl: string;
  entered?: Record<"name" | "email" | "company", string>;
  invited?: { name: string; email: string; code?: string | undefined };
  message?: string | undefined;
  error?: string | undefined;
}

export function ColleaguesPage(props: ColleaguesProps) {
  const { view, rows, hasAccess, deskUrl, invited, message, error } = props;
  const { texts, person } = view;
  const t = texts.editor;
  const companies = person?.companies ?? [];
  const [first] = companies;
  const entered = props.entered ?? { name: "", email: "", company: first?.uuid ?? "" };
  const form: FormView = { view, errors: [] };
  return (
    <Page
      {...{ view, title: texts.colleagues, section: "colleagues", message, error }}
      intro={t.colleaguesHint}
    >
      {invited && (
        <div class="message" role="status">
          {invited.code === undefined ? (
            <p>{t.invitedEmail(invited.email)}</p>
          ) : (
            <>
              <p>{t.invitedCode(invited.name)}</p>
              <p class="code">{invited.code}</p>
              <p>{t.invitedAt(deskUrl)}</p>
            </>
          )}
        </div>
      )}
      <ul class="rows">
        {rows.map((row) => (
          <li>
            <span class="name">{row.name || t.nameless}</span>
            <p class="meta">
              {row.company ?? t.allCompanies}
              {row.created_at !== null && (
                <>
                  {" · "}
                  <Time view={view} iso={row.created_at} />
                </>
              )}
            </p>
            <div class="end">
              {row.id === person?.id ? (
                <span class="tag">{t.you}</span>
              ) : (
                row.client !== null && (
                  <a
                    class="button plain danger"
                    href={`/colleagues/${encodeURIComponent(accessName(row))}`}
                    aria-label={`${t.removeAccess}: ${row.name || t.nameless}`}
                  >
                    {t.removeAccess}
                  </a>
                )
              )}
            </div>
          </li>
        ))}
      </ul>
      {first && (
        <section class="card">
          <h2>{t.invite}</h2>
          <Form view={view} action="/colleagues">
            <TextField {...{ form, name: "name", label: t.colleagueName, value: entered.name }} />
            {hasAccess && (
              <TextField
                {...{ form, name: "email", label: t.colleagueEmail, value: entered.email }}
                hint={t.colleagueEmailHint}
                type="email"
              />
            )}
            {companies.length > 1 ? (
              <SelectField
                {...{ form, name: "company", label: t.colleagueCompany, value: entered.company }}
                options={companies.map(({ uuid, name }) => [uuid, name] as const)}
              />
            ) : (
              <input type="hidden" name="company" value={first.uuid} />
            )}
            <Confirm view={view} what={t.confirmInvite} isWrong={error !== undefined} />
            <div class="actions">
              <button>{t.createAccess}</button>
            </div>
          </Form>
        </section>
      )}
    </Page>
  );
}

/** An address can have access to several companies. */
const accessName = ({ id, client, created_at }: AccessRow) =>
  created_at === null ? `${id} ${client}` : id;

interface RemoveProps {
  view: View;
  row: AccessRow;
  error?: string | undefined;
}

export function RemovePage({ view, row, error }: RemoveProps) {
  const t = view.texts.editor;
  const name = row.name || t.nameless;
  return (
    <ConfirmPage
      {...{ view, error, section: "colleagues", title: t.removeQuestion, back: "/colleagues" }}
      action={`/colleagues/${encodeURIComponent(accessName(row))}`}
      what={t.confirmRemove(name)}
      button={t.removeAccess}
    >
      <p>
        <strong>{name}</strong>
        {` · ${row.company ?? ""}`}
      </p>
      <p>{t.removeWarning}</p>
    </ConfirmPage>
  );
}
