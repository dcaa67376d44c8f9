/** @jsxImportSource hono/jsx */
import { CLIENT_LIMITS } from "~/contract/limits";
import { PICTURES_PATH } from "~/contract/pictures";
import { findBlanks } from "~/contract/policy-blanks";
import { contrast, parseColour } from "~/platform/src/companies/colours";
import { PICTURES, type CompanyEntries, type SectionEntry } from "../forms/company-form";
import { ownTextOptions } from "../own-texts";
import { EditorPage, type EditorState } from "./editor";
import {
  Field,
  FileField,
  ItemButtons,
  languageOptions,
  listCountries,
  Tick,
  useHasError,
  type Place,
} from "./fields";
import { Button, Card, Details, Fact, Hidden, Hint, Tag, Links, type Link } from "./parts";
import { useDesk } from "./view";

interface CompanyEditorProps extends EditorState {
  uuid: string;
  /** The company's slug in URLs. */
  code: string;
  entries: CompanyEntries;
}

export function CompanyEditorPage(props: CompanyEditorProps) {
  const { texts } = useDesk();
  const t = texts.editor;
  const { own, texts: values, is_cv_required } = props.entries;
  const path = `/companies/${props.uuid}`;
  const links: Link[] = [
    [`${path}/versions`, t.versions],
    [`${path}/replies`, texts.reply.templates],
  ];
  const intro = (
    <>
      {`/${props.code}/ · `}
      <Links links={links} />
    </>
  );
  return (
    <EditorPage
      {...props}
      {...{
        section: "company",
        at: path,
        title: values.name || t.companyPage,
        hasFiles: true,
        intro,
      }}
      {...{ trail: [["/companies", texts.company]], labels: t.companyLabels, values }}
      itemLabel={(field) => {
        const [, list, index] = /^([so])(\d+)\./.exec(field) ?? [];
        return list && (list === "s" ? t.section : t.ownText)(Number(index) + 1);
      }}
    >
      <Card title={t.about}>
        <Field name="name" />
        <Field name="description" rows={5} />
      </Card>
      <Look values={values} />
      <Card title={t.companyLabels.privacy_policy}>
        <Blanks policy={values.privacy_policy} />
        <Field name="privacy_policy" hint={t.policyHint} rows={16} />
        <Field name="retention_months" hint={t.retentionHint} isNumeric />
      </Card>
      <Sections {...props} />
      <Card title={t.facts} isGrid>
        <Field name="language_default" options={languageOptions()} hint={t.languageHint} />
        <Field name="country" options={listCountries(texts.lang)} />
        <Tick name="is_cv_required" label={t.cvRequired} isOn={is_cv_required} />
        <div class="wide">
          <Field name="next_steps" rows={3} />
        </div>
      </Card>
      <Card title={t.links} isGrid>
        <Field name="linkedin" type="url" />
        <Field name="instagram" type="url" />
        <Field name="twitter" type="url" />
      </Card>
      <OwnTexts own={own} />
    </EditorPage>
  );
}

/** Pictures and colours, with the contrast ratios of the stored colours. */
function Look({ values }: { values: CompanyEntries["texts"] }) {
  const t = useDesk().texts.editor;
  return (
    <Card title={t.look}>
      <Hint>{t.pictureHint}</Hint>
      <div class="fields">
        {PICTURES.map((name) => (
          <FileField name={`${name}.file`} label={t.companyLabels[name]}>
            <Hidden {...{ [name]: values[name] }} />
            {values[name] === "" && <Hint>{t.noPicture}</Hint>}
            {values[name] !== "" && <Picture name={name} src={values[name]} />}
          </FileField>
        ))}
      </div>
      <div class="fields">
        <Field name="accent" type="color" />
        <Field name="background" type="color" />
        <Field name="text" type="color" />
      </div>
      <dl class="facts">
        <Contrast label={t.textOnBackground} text={values.text} background={values.background} />
        <Contrast
          label={t.accentOnBackground}
          text={values.accent}
          background={values.background}
        />
      </dl>
    </Card>
  );
}

/** A picture that can be removed. If it is on another origin, its URL is shown, because the desk loads nothing from there. */
const Picture = ({ name, src }: { name: string; src: string }) => (
  <>
    {src.startsWith(`${PICTURES_PATH}/`) ? (
      <img class="picture" src={src} alt="" />
    ) : (
      <p class="small">{src}</p>
    )}
    <Tick name={`${name}.remove`} label={useDesk().texts.editor.removePicture} />
  </>
);

function Contrast(props: { label: string; text: string; background: string }) {
  const t = useDesk().texts.editor;
  const [colour, background] = [parseColour(props.text), parseColour(props.background)];
  if (colour === undefined || background === undefined) return null;
  const ratio = contrast(colour, background);
  // WCAG 2.2, success criterion 1.4.3.
  const isGood = ratio >= 4.5;
  return (
    <Fact label={props.label}>
      {`${t.contrast(ratio.toFixed(1))}: `}
      <Tag kind={isGood ? "open" : "new"} text={isGood ? t.contrastGood : t.contrastLow} />
    </Fact>
  );
}

function Blanks({ policy }: { policy: string }) {
  const t = useDesk().texts.editor;
  const blanks = findBlanks(policy);
  if (blanks.length === 0) return <Hint>{t.policyComplete}</Hint>;
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

function Sections({ entries: { sections }, focus }: CompanyEditorProps) {
  const t = useDesk().texts.editor;
  return (
    <Card title={t.sections} id="sections">
      <Hint>{t.sectionsHint}</Hint>
      {sections.map((section, index, { length }) => (
        <Section {...{ section, index, isLast: index === length - 1, hasFocus: index === focus }} />
      ))}
      {sections.length < CLIENT_LIMITS.sections && (
        <div class="actions">
          <Button text={t.addSection} value="add" kind="plain" />
        </div>
      )}
    </Card>
  );
}

function Section({ section, ...place }: Place & { section: SectionEntry }) {
  const { title, text, pictures } = section;
  const t = useDesk().texts.editor;
  const name = `s${place.index}`;
  const file = `${name}.picture.file`;
  const item = t.section(place.index + 1);
  const hasError = useHasError(file);
  return (
    <fieldset class="question">
      <legend>{item}</legend>
      <Field name={`${name}.title`} label={t.sectionTitle} value={title} />
      <Field name={`${name}.text`} label={t.sectionText} value={text} rows={5} />
      {pictures.map(({ src, alt, width, height }, pictureIndex) => {
        const prefix = `${name}.p${pictureIndex}`;
        const size = { [`${prefix}.width`]: `${width}`, [`${prefix}.height`]: `${height}` };
        return (
          <div class="field">
            <Hidden {...{ [`${prefix}.src`]: src, ...size }} />
            <Picture name={prefix} src={src} />
            <Field name={`${prefix}.alt`} label={t.pictureAlt} value={alt} />
          </div>
        );
      })}
      {pictures.length < CLIENT_LIMITS.pictures && (
        <details open={hasError}>
          <summary>{t.addPicture}</summary>
          <FileField name={file} label={t.addPicture} />
          <Field name={`${name}.picture.alt`} label={t.pictureAlt} />
        </details>
      )}
      <ItemButtons {...place} item={item} />
    </fieldset>
  );
}

function OwnTexts({ own }: { own: CompanyEntries["own"] }) {
  const { lang, editor: t } = useDesk().texts;
  return (
    <Details title={t.ownTexts} id="own" isOpen={own.length > 0}>
      <Hint>{t.ownTextsHint}</Hint>
      {own.map(({ key, language, text }, index) => (
        <fieldset class="question fields">
          <legend>{t.ownText(index + 1)}</legend>
          <Field
            {...{ name: `o${index}.key`, label: t.ownTextFor, value: key }}
            options={ownTextOptions(lang)}
          />
          <Field
            {...{ name: `o${index}.language`, label: t.companyLabels.language_default }}
            {...{ value: language, options: languageOptions() }}
          />
          <Field name={`o${index}.text`} label={t.yours} value={text} />
        </fieldset>
      ))}
      <Hint>{own.length > 0 && t.ownTextsRemove}</Hint>
      <div class="actions">
        <Button text={t.addText} value="add-text" kind="plain" />
      </div>
    </Details>
  );
}
