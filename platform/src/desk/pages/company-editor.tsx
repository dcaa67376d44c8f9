/** @jsxImportSource hono/jsx */
import { CLIENT_LIMITS } from "~/contract/limits";
import { PICTURES_PATH } from "~/contract/pictures";
import { findBlanks } from "~/contract/policy-blanks";
import { contrast, parseColour } from "~/platform/src/companies/colours";
import type { CompanyEntries, CompanyText, SectionEntry } from "../forms/company-form";
import { ownTextOptions } from "../own-texts";
import { EditorPage, type EditorState } from "./editor";
import {
  AreaField,
  describe,
  Labelled,
  ItemButtons,
  languageOptions,
  listCountries,
  SelectField,
  TextField,
  Tick,
  type FormView,
} from "./fields";
import type { View } from "./layout";

interface CompanyEditorProps extends EditorState {
  view: View;
  uuid: string;
  /** Part of the company's addresses. */
  code: string;
  entries: CompanyEntries;
  /** The section that has the focus. */
  focus?: number | undefined;
}

export function CompanyEditorPage(props: CompanyEditorProps) {
  const { view, uuid, code, entries, errors, focus } = props;
  const t = view.texts.editor;
  const { texts, sections } = entries;
  const form: FormView = { view, errors };
  const common = (name: CompanyText) => ({
    ...{ form, name, label: t.companyLabels[name], value: texts[name] },
  });
  const at = `/companies/${uuid}`;
  return (
    <EditorPage
      {...props}
      {...{ section: "company", at, title: texts.name || t.companyPage, hasFiles: true }}
      trail={[["/companies", view.texts.company]]}
      subtitle={
        <>
          {`/${code}/ · `}
          <a href={`${at}/versions`}>{t.versions}</a>
          {" · "}
          <a href={`${at}/replies`}>{view.texts.reply.templates}</a>
        </>
      }
      fieldLabel={(field) => fieldLabel(field, t)}
    >
      <section class="card">
        <h2>{t.about}</h2>
        <TextField {...common("name")} />
        <AreaField {...common("description")} />
      </section>
      <section class="card">
        <h2>{t.look}</h2>
        <p class="soft small">{t.pictureHint}</p>
        <div class="fields">
          <PictureField {...common("logo")} />
          <PictureField {...common("main_image")} />
          <PictureField {...common("favicon")} />
        </div>
        <div class="fields">
          <TextField {...common("accent")} type="color" />
          <TextField {...common("background")} type="color" />
          <TextField {...common("text")} type="color" />
        </div>
        <Contrasts view={view} texts={texts} />
      </section>
      <section class="card">
        <h2>{t.policy}</h2>
        <Blanks view={view} policy={texts.privacy_policy} />
        <AreaField {...common("privacy_policy")} hint={t.policyHint} rows={16} />
        <TextField {...common("retention_months")} hint={t.retentionHint} numeric />
      </section>
      <section class="card" id="sections">
        <h2>{t.sections}</h2>
        <p class="soft small">{t.sectionsHint}</p>
        {sections.map((section, index) => (
          <SectionFields
            {...{ form, section, index, isLast: index === sections.length - 1 }}
            hasFocus={index === focus}
          />
        ))}
        {sections.length < CLIENT_LIMITS.sections && (
          <div class="actions">
            <button class="plain" name="do" value="add">
              {t.addSection}
            </button>
          </div>
        )}
      </section>
      <section class="card fields">
        <h2>{t.facts}</h2>
        <SelectField
          {...common("language_default")}
          options={languageOptions()}
          hint={t.languageHint}
        />
        <SelectField {...common("country")} options={listCountries(view.texts.lang)} />
        <Tick name="is_cv_required" label={t.cvRequired} isOn={entries.is_cv_required} />
        <div class="wide">
          <AreaField {...common("next_steps")} rows={3} />
        </div>
      </section>
      <section class="card fields">
        <h2>{t.links}</h2>
        <TextField {...common("linkedin")} type="url" />
        <TextField {...common("instagram")} type="url" />
        <TextField {...common("twitter")} type="url" />
      </section>
      <OwnTexts form={form} own={entries.own} />
    </EditorPage>
  );
}

function fieldLabel(field: string, t: View["texts"]["editor"]): string {
  const [, list, index] = /^([so])(\d+)\./.exec(field) ?? [];
  if (list !== undefined) return (list === "s" ? t.section : t.ownText)(Number(index) + 1);
  const name = field.replace(/\.file$/, "");
  return Object.hasOwn(t.companyLabels, name) ? t.companyLabels[name as CompanyText] : field;
}

interface PictureProps {
  form: FormView;
  name: string;
  label: string;
  value: string;
}

/** A file input, with the current picture if it was uploaded here. */
function PictureField({ form, name, label, value }: PictureProps) {
  const t = form.view.texts.editor;
  const file = `${name}.file`;
  return (
    <Labelled {...{ form, name: file, label }}>
      <input type="hidden" name={name} value={value} />
      {value === "" ? (
        <p class="soft small">{t.noPicture}</p>
      ) : (
        <>
          <Shown src={value} />
          <Tick name={`${name}.remove`} label={t.removePicture} isOn={false} />
        </>
      )}
      <FileInput form={form} name={file} />
    </Labelled>
  );
}

/** Pictures elsewhere are only named, because the desk loads nothing from other origins. */
const Shown = ({ src }: { src: string }) =>
  src.startsWith(`${PICTURES_PATH}/`) ? (
    <img class="picture" src={src} alt="" />
  ) : (
    <p class="small">{src}</p>
  );

const FileInput = ({ form, name }: { form: FormView; name: string }) => (
  <input {...describe({ form, name })} type="file" accept="image/png,image/jpeg,image/webp" />
);

/** The contrasts of the colours as they are stored. */
function Contrasts({ view, texts }: { view: View; texts: CompanyEntries["texts"] }) {
  const t = view.texts.editor;
  const background = parseColour(texts.background);
  const row = (label: string, colour: string | undefined) => {
    if (colour === undefined || background === undefined) return null;
    const ratio = contrast(colour, background);
    // WCAG 2.2, success criterion 1.4.3.
    const isGood = ratio >= 4.5;
    return (
      <div>
        <dt>{label}</dt>
        <dd>
          {`${t.contrast(ratio.toFixed(1))}: `}
          <span class={isGood ? "tag tag-open" : "tag tag-new"}>
            {isGood ? t.contrastGood : t.contrastLow}
          </span>
        </dd>
      </div>
    );
  };
  return (
    <dl class="facts">
      {row(t.textOnBackground, parseColour(texts.text))}
      {row(t.accentOnBackground, parseColour(texts.accent))}
    </dl>
  );
}

function Blanks({ view, policy }: { view: View; policy: string }) {
  const t = view.texts.editor;
  const blanks = findBlanks(policy);
  if (blanks.length === 0) return <p class="soft small">{t.policyComplete}</p>;
  return (
    <div class="note">
      <p>{t.policyBlanks(blanks.length)}</p>
      <ul>
        {blanks.slice(0, 50).map(({ line, text }) => (
          <li>{`${text.slice(0, 200)} (${t.blankAt(line)})`}</li>
        ))}
      </ul>
    </div>
  );
}

interface SectionProps {
  form: FormView;
  section: SectionEntry;
  index: number;
  isLast: boolean;
  hasFocus: boolean;
}

function SectionFields({ form, section, index, isLast, hasFocus }: SectionProps) {
  const t = form.view.texts.editor;
  const name = (part: string) => `s${index}.${part}`;
  const title = t.section(index + 1);
  return (
    <fieldset class="question">
      <legend>{title}</legend>
      <TextField {...{ form, name: name("title"), label: t.sectionTitle, value: section.title }} />
      <AreaField {...{ form, name: name("text"), label: t.sectionText, value: section.text }} />
      {section.pictures.map((picture, at) => (
        <div class="field">
          <Shown src={picture.src} />
          {(["src", "width", "height"] as const).map((part) => (
            <input type="hidden" name={name(`p${at}.${part}`)} value={String(picture[part])} />
          ))}
          <TextField
            {...{ form, name: name(`p${at}.alt`), label: t.pictureAlt, value: picture.alt }}
          />
          <Tick name={name(`p${at}.remove`)} label={t.removePicture} isOn={false} />
        </div>
      ))}
      {section.pictures.length < CLIENT_LIMITS.pictures && (
        <details open={form.errors.some(({ field }) => field === name("picture.file"))}>
          <summary>{t.addPicture}</summary>
          <Labelled {...{ form, name: name("picture.file"), label: t.addPicture }}>
            <FileInput form={form} name={name("picture.file")} />
          </Labelled>
          <TextField {...{ form, name: name("picture.alt"), label: t.pictureAlt, value: "" }} />
        </details>
      )}
      <ItemButtons {...{ view: form.view, item: title, index, isLast, hasFocus }} />
    </fieldset>
  );
}

/** The company's own texts for the site's interface. */
function OwnTexts({ form, own }: { form: FormView; own: CompanyEntries["own"] }) {
  const t = form.view.texts.editor;
  const keys = ownTextOptions(form.view.texts.lang);
  return (
    <details class="card" id="own" open={own.length > 0}>
      <summary>
        <h2>{t.ownTexts}</h2>
      </summary>
      <p class="soft small">{t.ownTextsHint}</p>
      {own.map(({ key, language, text }, index) => (
        <fieldset class="question fields">
          <legend>{t.ownText(index + 1)}</legend>
          <SelectField
            {...{ form, name: `o${index}.key`, label: t.ownTextFor, value: key, options: keys }}
          />
          <SelectField
            {...{ form, name: `o${index}.language`, label: t.companyLabels.language_default }}
            {...{ value: language, options: languageOptions() }}
          />
          <TextField {...{ form, name: `o${index}.text`, label: t.yours, value: text }} />
        </fieldset>
      ))}
      <p class="soft small">{own.length > 0 && t.ownTextsRemove}</p>
      <div class="actions">
        <button class="plain" name="do" value="add-text">
          {t.addText}
        </button>
      </div>
    </details>
  );
}
