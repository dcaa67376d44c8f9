import { Fragment, type ReactNode } from "react";
import { MAX_NAME } from "~/contract/limits";
import type { Texts } from "~/contract/texts";
import type { Language } from "~/app/i18n/language";
import { messagesFor, type Messages } from "~/app/i18n/messages";
import type { Field, PositionPage } from "~/app/platform/types";
import { controlName, isAnswerField } from "~/app/application/fields/answers";
import { groupFields } from "~/app/application/fields/order";
import type { FieldErrors, FieldName, FieldValues } from "~/app/application/model/application";
import { OpenQuestionField, QuestionField } from "../question-fields";
import type { FilePart, FormField, FormPart } from "../parts";
import type { Source } from "~/app/candidate-source";
import { LinkedText } from "~/app/ui/page/linked-text";
import { SourceFields } from "~/app/ui/page/source-fields";
import { PrivacyField } from "../privacy-field";
import { TextField } from "../text-field";
import { newTabProps, PlainField } from "./plain-field";
import { fieldLabel } from "~/app/application/fields/reserved";

type FileField = Extract<Field, { kind: "file" }>;

type FormPosition = Pick<PositionPage, "killerQuestions" | "openQuestions"> & {
  fields: readonly Field[];
  voluntary?: { title?: string | undefined; note?: string | undefined } | undefined;
};

interface FormOptions {
  position: FormPosition;
  /** Whether every section has a heading. */
  isLong: boolean;
  privacyHref: string;
  /** The candidate's source. Empty if the platform doesn't accept sources. */
  source: Source;
  hasPhone: boolean;
  cv: FilePart | undefined;
  filePart: (field: FileField) => FilePart;
  values: FieldValues;
  /** Values entered into the position's own fields, by control name. */
  entered: Readonly<Record<string, readonly string[]>>;
  errors: FieldErrors;
  language: Language;
  /** The company's texts. */
  texts?: Texts | undefined;
  /** BCP 47 tag of the company's texts, if their language isn't the page's. */
  partLanguage: string | undefined;
}

/**
 * Lays out a form. Plain fields are rendered only on the server, so their code and options aren't part of the
 * browser's scripts.
 */
export function buildForm(options: FormOptions) {
  const { position, hasPhone, cv } = options;
  const t = messagesFor(options.language, options.texts);
  const { email, regular, voluntary } = groupFields(position.fields);
  const { killerQuestions, openQuestions } = position;
  const hasQuestions = regular.length + killerQuestions.length + openQuestions.length > 0;
  const heading = (title: string): Item[] => (options.isLong ? [{ html: <h3>{title}</h3> }] : []);
  const ownFields = (fields: readonly Field[]) =>
    fields.flatMap((field) => layOutField(field, options, t));
  return toParts([
    ...heading(t["form.section_you"]),
    ...layOutName(options, t),
    ...(hasPhone ? [{ part: "phone" } as const] : []),
    ...ownFields(email),
    ...(cv ? [...heading(t["form.section_cv"]), { part: cv }] : []),
    ...(hasQuestions ? heading(t["form.section_questions"]) : []),
    ...ownFields(regular),
    ...layOutQuestions(options, t),
    ...(voluntary.length > 0 ? [voluntaryHeading(options, t), ...ownFields(voluntary)] : []),
    ...heading(t["privacy.title"]),
    {
      field: { name: "privacy_policy" },
      html: (
        <PrivacyField {...common("privacy_policy", options)} href={options.privacyHref} t={t} />
      ),
    },
    { html: <SourceFields source={options.source} /> },
  ]);
}

/** Part of a form: HTML, or a part that scripts render. `field` describes its field for error messages. */
type Item = { field?: FormField } & ({ html: ReactNode } | { part: Exclude<FormPart, 0> });

/** Joins consecutive HTML into one part. `serverHtml` has the HTML of each 0 in `parts`, at the same index. */
function toParts(items: readonly Item[]) {
  const parts: FormPart[] = [];
  const serverHtml: ReactNode[][] = [];
  for (const item of items) {
    if ("part" in item) parts.push(item.part);
    else {
      if (parts.at(-1) !== 0) parts.push(0);
      const run = (serverHtml[parts.length - 1] ??= []);
      run.push(<Fragment key={run.length}>{item.html}</Fragment>);
    }
  }
  const fields = items.flatMap(({ field }) => (field ? [field] : []));
  return { parts, fields, serverHtml };
}

const common = (name: FieldName, { errors, values }: FormOptions) => ({
  ...{ name, error: errors[name], value: values[name] },
});

const layOutName = (options: FormOptions, t: Messages): Item[] =>
  (
    [
      ["first_name", t["apply.full_name"], "given-name"],
      ["last_name", t["apply.last_name"], "family-name"],
    ] as const
  ).map(([name, label, autoComplete]) => ({
    field: { name },
    html: (
      <TextField
        {...common(name, options)}
        {...{ label, autoComplete, missing: t[`error.${name}_missing`], "data-max": MAX_NAME }}
      />
    ),
  }));

function layOutField(field: Field, options: FormOptions, t: Messages): Item[] {
  const { language, partLanguage: lang } = options;
  if (field.kind === "note")
    return [{ html: <Note text={field.label} {...linkProps(options, t)} /> }];
  const name = controlName(field.id);
  const { text, isOurs } = fieldLabel(field, t);
  const label = asPrefix(text);
  if (field.kind === "file") return [{ field: { name, label }, part: options.filePart(field) }];
  if (!isAnswerField(field)) return [];
  const entered = options.entered[name] ?? [];
  const error = options.errors[name];
  return [
    {
      field: { name, label, ...(isOurs && { isOurs }) },
      html: <PlainField {...{ field, entered, error, lang, language, t }} />,
    },
  ];
}

function layOutQuestions(options: FormOptions, t: Messages): Item[] {
  const { position, partLanguage: lang } = options;
  const killer = position.killerQuestions.map(({ text, answers }, index): Item => {
    const name = `question-${index}` as const;
    const missing = t["error.question"];
    const question = { ...common(name, options), question: text, answers, missing, lang };
    return { field: { name, label: text }, html: <QuestionField {...question} /> };
  });
  const open = position.openQuestions.map((text, index): Item => {
    const name = `open_question-${index}` as const;
    const missing = t["error.open_question_missing"];
    const question = { ...common(name, options), question: text, missing, lang };
    return { field: { name, label: text }, html: <OpenQuestionField {...question} /> };
  });
  return [...killer, ...open];
}

function voluntaryHeading(options: FormOptions, t: Messages): Item {
  const { title, note } = options.position.voluntary ?? {};
  const companyTextProps = title && { lang: options.partLanguage, dir: "auto" };
  return {
    html: (
      <>
        <h3 {...companyTextProps}>{title ?? t["form.voluntary"]}</h3>
        {note && <Note text={note} {...linkProps(options, t)} />}
      </>
    ),
  };
}

const linkProps = ({ partLanguage: lang, language }: FormOptions, t: Messages) => ({
  ...{ lang, ...newTabProps(language, t) },
});

/** Formats a label to precede its field's error message. */
const asPrefix = (label: string): string => (/[\p{L}\p{N})]$/u.test(label) ? `${label}:` : label);

const Note = (props: Parameters<typeof LinkedText>[0]) => (
  <p className="field-note" lang={props.lang} dir="auto">
    <LinkedText {...props} />
  </p>
);
