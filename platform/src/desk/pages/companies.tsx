/** @jsxImportSource hono/jsx */
import type { EntryError } from "../forms/form";
import {
  AreaField,
  ErrorSummary,
  languageOptions,
  listCountries,
  SelectField,
  TextField,
  type FormView,
} from "./fields";
import { Form, Page, type View } from "./layout";

export function CompaniesPage({ view, message }: { view: View; message: string | undefined }) {
  const { texts, person } = view;
  const { companies = [], isForAll = false } = person ?? {};
  return (
    <Page {...{ view, title: texts.company, section: "company", message }}>
      {companies.length === 0 && <p class="card">{texts.editor.noCompany}</p>}
      {companies.length > 0 && (
        <ul class="rows">
          {companies.map(({ uuid, name, policy_blanks }) => (
            <li>
              <p class="name">
                <a href={`/companies/${uuid}/edit`}>{name}</a>
              </p>
              {policy_blanks > 0 && <p class="meta">{texts.editor.policyBlanks(policy_blanks)}</p>}
            </li>
          ))}
        </ul>
      )}
      {isForAll && (
        <div class="actions">
          <a class="button" href="/companies/new">
            {texts.editor.newCompany}
          </a>
        </div>
      )}
    </Page>
  );
}

interface NewCompanyProps {
  view: View;
  entries: Record<string, string>;
  errors: EntryError[];
}

export function NewCompanyPage({ view, entries, errors }: NewCompanyProps) {
  const t = view.texts.editor;
  const form: FormView = { view, errors };
  const labels = t.companyLabels;
  const common = (name: "name" | "country" | "language_default" | "description") => ({
    ...{ form, name, label: labels[name], value: entries[name] ?? "" },
  });
  const language = view.texts.lang === "es" ? "es-es" : "en";
  return (
    <Page
      {...{ view, title: t.newCompany, section: "company", isNarrow: true }}
      intro={t.newCompanyHint}
    >
      <ErrorSummary
        form={form}
        title={t.errorsTitle}
        label={(field) => (field === "name" ? labels.name : labels.country)}
      />
      <Form view={view} action="/companies/new">
        <TextField {...common("name")} />
        <SelectField
          {...common("country")}
          options={[["", t.none], ...listCountries(view.texts.lang)]}
        />
        <SelectField
          {...common("language_default")}
          value={entries.language_default ?? language}
          options={languageOptions()}
        />
        <AreaField {...common("description")} />
        <div class="actions">
          <button>{t.createCompany}</button>
        </div>
      </Form>
    </Page>
  );
}
