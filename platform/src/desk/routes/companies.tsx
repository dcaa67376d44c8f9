/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { Company } from "~/contract/admin";
import { country } from "~/contract/countries";
import { LANGUAGES } from "~/contract/languages";
import { slugify } from "~/contract/slug";
import { COLOURS, newCompanyCss } from "~/platform/src/companies/colours";
import { findFreeCode, save } from "~/platform/src/companies/companies";
import { NEW_RETENTION_MONTHS, newPolicy } from "~/platform/src/companies/new-policy";
import { CHANGED, getText, logAction, type DeskEnv } from "../context";
import type { EntryError } from "../forms/form";
import { ErrorSummary, Field, FieldSet, languageOptions, listCountries } from "../pages/fields";
import { Page } from "../pages/layout";
import { ButtonLink, Form, Row, Rows } from "../pages/parts";
import { useDesk } from "../pages/view";

export const companies = new Hono<DeskEnv>();

companies.get("/companies", (context) => {
  const { person, texts } = context.var;
  const [company, another] = person.companies;
  if (company && !another && !person.isForAll && context.req.query("done") === undefined)
    return context.redirect(`/companies/${company.uuid}/edit`, 303);
  const rows = person.companies.map(({ uuid, name, policy_blanks: blanks }) => {
    const meta = blanks > 0 ? texts.editor.policyBlanks(blanks) : undefined;
    return <Row {...{ name, href: `/companies/${uuid}/edit`, meta }} />;
  });
  return context.render(
    <Page title={texts.company} section="company">
      <Rows none={texts.editor.noCompany} rows={rows} />
      {person.isForAll && (
        <div class="actions">
          <ButtonLink href="/companies/new" text={texts.editor.newCompany} />
        </div>
      )}
    </Page>,
  );
});

function NewCompanyPage(props: { entries: Record<string, string>; errors: EntryError[] }) {
  const { lang, editor: t } = useDesk().texts;
  const labels = t.companyLabels;
  const values = { language_default: lang === "es" ? "es-es" : "en", ...props.entries };
  return (
    <Page {...{ title: t.newCompany, section: "company", intro: t.newCompanyHint, isNarrow: true }}>
      <FieldSet {...{ errors: props.errors, labels, values }}>
        <ErrorSummary
          title={t.errorsTitle}
          label={(field) => (field === "name" ? labels.name : labels.country)}
        />
        <Form action="/companies/new" submit={t.createCompany}>
          <Field name="name" />
          <Field name="country" options={[["", t.none], ...listCountries(lang)]} />
          <Field name="language_default" options={languageOptions()} />
          <Field name="description" rows={5} />
        </Form>
      </FieldSet>
    </Page>
  );
}

companies.use("/companies/new", async (context, next) =>
  context.var.person.isForAll ? next() : context.notFound(),
);

companies.get("/companies/new", (context) =>
  context.render(<NewCompanyPage entries={{}} errors={[]} />),
);

/** Creates a company with a privacy policy whose blanks it must fill in before candidates can apply. */
companies.post("/companies/new", async (context) => {
  const { env, var: vars } = context;
  const read = (name: string) => getText(vars.form, name);
  const name = read("name").trim();
  const language = LANGUAGES.find((tag) => tag === read("language_default")) ?? "en";
  const entries = { name, country: read("country"), description: read("description") };
  const errors: EntryError[] = [];
  if (name === "" || name.length > 100)
    errors.push({ field: "name", message: name === "" ? "is missing" : "is too long" });
  if (!country.safeParse(entries.country).success)
    errors.push({ field: "country", message: "country" });
  if (errors.length > 0) {
    context.status(422);
    const typed = { ...entries, language_default: read("language_default") };
    return context.render(<NewCompanyPage entries={typed} errors={errors} />);
  }
  const uuid = crypto.randomUUID();
  const company = Company.parse({
    ...{ ...entries, uuid, language_default: language, is_cv_required: true },
    code: await findFreeCode(env, slugify(name, "company").slice(0, 60)),
    retention_months: NEW_RETENTION_MONTHS,
    privacy_policy: newPolicy(language, name, "email"),
    apply_page_css: newCompanyCss(COLOURS.accent),
  });
  await save(env, company, { who: vars.person.who });
  await logAction(context, "created company", { client: uuid });
  context.header(CHANGED, uuid);
  return context.redirect(`/companies/${uuid}/edit?done=created`, 303);
});
