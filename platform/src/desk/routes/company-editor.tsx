/** @jsxImportSource hono/jsx */
import type { Company } from "~/contract/admin";
import { CLIENT_LIMITS } from "~/contract/limits";
import { findBlanks } from "~/contract/policy-blanks";
import * as companies from "~/platform/src/companies/companies";
import { deleteUnusedPictures, storePicture } from "~/platform/src/pictures/store";
import { companyWarnings, findCompany, getText, type DeskContext } from "../context";
import { changeList, type EntryError } from "../forms/form";
import {
  CompanyEntries,
  companyEntries,
  PICTURES,
  readCompanyForm,
  toCompany,
} from "../forms/company-form";
import { CompanyEditorPage } from "../pages/company-editor";
import { createEditor } from "./editor";

type StoredCompany = NonNullable<Awaited<ReturnType<typeof companies.find>>>;

const { routes } = createEditor<CompanyEntries, StoredCompany, Company>({
  ...{ path: "/companies", section: "company", schema: CompanyEntries },
  async find(context, uuid) {
    if (!findCompany(context, uuid)) return undefined;
    const revision = await companies.findRevision(context.env, uuid);
    const stored = await companies.find(context.env, uuid);
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
    // The form does not contain the script.
    const { apply_page_js } = requireStored(stored);
    const change = { who: person.who, seen: revision };
    const isSaved = await companies.save(env, { ...company, apply_page_js }, change);
    if (isSaved) await deleteUnusedPictures(env, client, Date.now());
    return isSaved;
  },
  publishedAction: () => "changed company",
  publishedPath: () => "/companies?done=published",
  renderPage: ({ context: _, edited, ...props }) => (
    <CompanyEditorPage {...props} code={requireStored(edited.stored).code} />
  ),
  check: ({ var: { texts } }, { uuid, code, name, privacy_policy: policy }) => ({
    title: name,
    path: `/${encodeURIComponent(code)}/${uuid}`,
    warnings: companyWarnings(uuid, findBlanks(policy).length, texts),
  }),
  title: ({ texts }) => texts.name,
  labels: ({ companyLabels }) => companyLabels,
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
