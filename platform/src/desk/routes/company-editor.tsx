/** @jsxImportSource hono/jsx */
import { Company } from "~/contract/admin";
import { country } from "~/contract/countries";
import { LANGUAGES } from "~/contract/languages";
import { CLIENT_LIMITS } from "~/contract/limits";
import { findBlanks } from "~/contract/policy-blanks";
import { slugify } from "~/contract/slug";
import { COLOURS, newCompanyCss } from "~/platform/src/companies/colours";
import * as companies from "~/platform/src/companies/companies";
import { NEW_RETENTION_MONTHS, newPolicy } from "~/platform/src/companies/new-policy";
import { deleteUnusedPictures, storePicture } from "~/platform/src/pictures/store";
import { CHANGED, getText, getView, logAction, sendPage, type DeskContext } from "../context";
import { changeList, type EntryError } from "../forms/form";
import {
  CompanyEntries,
  companyEntries,
  PICTURES,
  readCompanyForm,
  toCompany,
  type CompanyText,
} from "../forms/company-form";
import { CompaniesPage, NewCompanyPage } from "../pages/companies";
import { CompanyEditorPage } from "../pages/company-editor";
import { createEditor } from "./editor";

type StoredCompany = NonNullable<Awaited<ReturnType<typeof companies.find>>>;

const { routes } = createEditor<CompanyEntries, StoredCompany, Company>({
  ...{ path: "/companies", section: "company", schema: CompanyEntries },
  async find({ env, var: { person } }, uuid) {
    if (!person.companies.some((company) => company.uuid === uuid)) return undefined;
    const revision = await companies.findRevision(env, uuid);
    const stored = await companies.find(env, uuid);
    return stored && revision !== undefined ? { client: uuid, stored, revision } : undefined;
  },
  toEntries: ({ stored }) => companyEntries(requireStored(stored)),
  fromVersion: (columns, { stored }) =>
    companyEntries({
      ...requireStored(stored),
      ...columns,
      is_cv_required: columns.is_cv_required === 1,
    }),
  read: (context, { client }) => readEntries(context, client),
  change(entries, action, index) {
    const { sections, own, texts } = entries;
    if (action === "add-text") {
      const text = { key: "career.open_positions", language: texts.language_default, text: "" };
      return { ...entries, own: [...own, text] };
    }
    if (action === "add") {
      const section = { title: "", text: "", pictures: [] };
      return { ...entries, sections: [...sections, section].slice(0, CLIENT_LIMITS.sections) };
    }
    if (!/^(?:up|down|remove)$/.test(action)) return undefined;
    return { ...entries, sections: changeList(sections, action, index) };
  },
  validate(entries, _, { stored }) {
    const { company: value, errors } = toCompany(entries, requireStored(stored));
    return { errors, ...(value && { value }) };
  },
  async publish({ env, var: { person } }, company, { client, revision, stored }) {
    // The address, CSS and script stay as they are stored.
    const css = requireStored(stored).apply_page_js;
    const change = { who: person.who, seen: revision };
    const isSaved = await companies.save(env, { ...company, apply_page_js: css }, change);
    if (isSaved) await deleteUnusedPictures(env, client, Date.now());
    return isSaved;
  },
  publishedAction: () => "changed company",
  publishedPath: () => "/companies?done=published",
  renderPage: ({ context: _, edited, ...props }) => (
    <CompanyEditorPage {...props} code={requireStored(edited.stored).code} />
  ),
  check(context, company) {
    const { editor } = context.var.texts;
    const blanks = findBlanks(company.privacy_policy).length;
    const href = `/companies/${company.uuid}/edit#privacy_policy`;
    return {
      title: company.name,
      path: `/${encodeURIComponent(company.code)}/${company.uuid}`,
      warnings: blanks > 0 ? [{ text: editor.policyBlanks(blanks), href }] : [],
    };
  },
  title: ({ texts }) => texts.name,
  compared: ({ texts }, { editor }) =>
    Object.entries(texts).map(([name, text]) => [
      editor.companyLabels[name as CompanyText], // the entries' own keys
      text,
    ]),
});

function requireStored(stored: StoredCompany | undefined): StoredCompany {
  if (!stored) throw new Error("A company's editor has no company");
  return stored;
}

/** Reads a form, and stores its pictures. */
async function readEntries({ env, var: { form } }: DeskContext, client: string) {
  const entries = readCompanyForm(form);
  const errors: EntryError[] = [];
  const store = async (name: string) => {
    // The published types describe runtimes whose files are strings.
    const file: unknown = form.get(`${name}.file`);
    if (!(file instanceof File) || file.size === 0) return undefined;
    const stored = await storePicture(env, client, file);
    if (typeof stored !== "string") return stored;
    errors.push({ field: `${name}.file`, message: `picture ${stored}` });
    return undefined;
  };
  for (const name of PICTURES) {
    const picture = await store(name);
    if (picture) entries.texts[name] = picture.src;
  }
  for (const [index, section] of entries.sections.entries()) {
    const picture = await store(`s${index}.picture`);
    const alt = getText(form, `s${index}.picture.alt`);
    if (picture && section.pictures.length < CLIENT_LIMITS.pictures)
      section.pictures.push({ ...picture, alt });
  }
  return { entries, errors };
}

export const companyEditor = routes;

companyEditor.get("/companies", async (context) => {
  const { person, texts } = context.var;
  const { done } = context.req.query();
  const [company, another] = person.companies;
  if (company && !another && !person.isForAll && done === undefined)
    return context.redirect(`/companies/${company.uuid}/edit`, 303);
  const message = done === "published" ? texts.done.published : undefined;
  return sendPage(context, <CompaniesPage view={getView(context)} message={message} />);
});

companyEditor.get("/companies/new", (context) =>
  context.var.person.isForAll
    ? sendPage(context, <NewCompanyPage view={getView(context)} entries={{}} errors={[]} />)
    : context.notFound(),
);

/** Creates a company with a privacy policy whose blanks it must fill in before candidates can apply. */
companyEditor.post("/companies/new", async (context) => {
  const { env, var: vars } = context;
  const { form, person } = vars;
  if (!person.isForAll) return context.notFound();
  const entries = {
    ...{ name: getText(form, "name").trim(), country: getText(form, "country") },
    ...{
      language_default: getText(form, "language_default"),
      description: getText(form, "description"),
    },
  };
  const language = LANGUAGES.find((one) => one === entries.language_default) ?? "en";
  const uuid = crypto.randomUUID();
  const errors: EntryError[] = [];
  if (entries.name === "" || entries.name.length > 100)
    errors.push({ field: "name", message: entries.name === "" ? "is missing" : "is too long" });
  if (!country.safeParse(entries.country).success)
    errors.push({ field: "country", message: "country" });
  if (errors.length > 0) {
    const props = { view: getView(context), entries, errors };
    return sendPage(context, <NewCompanyPage {...props} />, 422);
  }
  const company = Company.parse({
    ...{ ...entries, uuid, language_default: language, is_cv_required: true },
    code: await companies.findFreeCode(env, slugify(entries.name, "company").slice(0, 60)),
    retention_months: NEW_RETENTION_MONTHS,
    privacy_policy: newPolicy(language, entries.name, "email"),
    apply_page_css: newCompanyCss(COLOURS.accent),
  });
  await companies.save(env, company, { who: person.who });
  await logAction(context, "created company", { client: uuid });
  context.header(CHANGED, uuid);
  return context.redirect(`/companies/${uuid}/edit?done=created`, 303);
});
