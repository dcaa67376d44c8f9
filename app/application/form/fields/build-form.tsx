import { Fragment, type ReactNode } from "react";
import { MAX_NAME } from "~/contract/limits";
import type { Texts } from "~/contract/texts";
import type { Language } from "~/app/i18n/language";
import { messagesFor } from "~/app/i18n/messages";
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
  /** The company's own texts. */
  texts?: Texts | undefined;
  /** BCP 47 tag of the company's texts, if their language isn't the page's. */
  partLanguage: string | undefined;
}

/**
 * Lays out a form. Plain fields are rendered only on the server, so their code and options aren't part of the
 * browser's scripts.
 */
export function buildForm(options: FormOptions) {
  const { position, values, errors, language, partLanguage: lang } = options;
  const t = messagesFor(language, options.texts);
  const linked = { lang, ...newTabProps(language, t) };
  const parts: FormPart[] = [];
  const fields: FormField[] = [];
  /** The HTML of each part that is 0, at the same index. */
  const serverHtml: ReactNode[][] = [];
  /** Adds HTML. Consecutive HTML becomes one part. */
  const addHtml = (html: ReactNode) => {
    if (parts.at(-1) !== 0) parts.push(0);
    const run = (serverHtml[parts.length - 1] ??= []);
    run.push(<Fragment key={run.length}>{html}</Fragment>);
  };
  const common = (name: FieldName) => ({ name, error: errors[name], value: values[name] });
  const addField = (field: Field) => {
    const name = controlName(field.id);
    if (field.kind === "note") addHtml(<Note text={field.label} {...linked} />);
    if (field.kind === "file") {
      fields.push({ name, label: asPrefix(fieldLabel(field, t).text) });
      parts.push(options.filePart(field));
    }
    if (!isAnswerField(field)) return;
    const { text, isOurs } = fieldLabel(field, t);
    fields.push({ name, label: asPrefix(text), ...(isOurs && { isOurs }) });
    const entered = options.entered[name] ?? [];
    addHtml(<PlainField {...{ field, entered, error: errors[name], lang, language, t }} />);
  };

  const addHeading = (title: string) => {
    if (options.isLong) addHtml(<h3>{title}</h3>);
  };
  const { email, regular, voluntary } = groupFields(position.fields);

  addHeading(t["form.section_you"]);
  fields.push({ name: "first_name" });
  addHtml(
    <TextField
      {...common("first_name")}
      label={t["apply.full_name"]}
      autoComplete="given-name"
      data-max={MAX_NAME}
      missing={t["error.first_name_missing"]}
    />,
  );
  fields.push({ name: "last_name" });
  addHtml(
    <TextField
      {...common("last_name")}
      label={t["apply.last_name"]}
      autoComplete="family-name"
      data-max={MAX_NAME}
      missing={t["error.last_name_missing"]}
    />,
  );
  if (options.hasPhone) parts.push("phone");
  email.forEach(addField);
  if (options.cv) {
    addHeading(t["form.section_cv"]);
    parts.push(options.cv);
  }
  if (
    [regular, position.killerQuestions, position.openQuestions].some(({ length }) => length > 0)
  ) {
    addHeading(t["form.section_questions"]);
  }
  regular.forEach(addField);
  position.killerQuestions.forEach(({ text, answers }, index) => {
    const name = `question-${index}` as const;
    fields.push({ name, label: text });
    addHtml(
      <QuestionField
        {...common(name)}
        question={text}
        answers={answers}
        missing={t["error.question"]}
        lang={lang}
      />,
    );
  });
  position.openQuestions.forEach((text, index) => {
    const name = `open_question-${index}` as const;
    fields.push({ name, label: text });
    addHtml(
      <OpenQuestionField
        {...common(name)}
        question={text}
        missing={t["error.open_question_missing"]}
        lang={lang}
      />,
    );
  });
  if (voluntary.length > 0) {
    const { title, note } = position.voluntary ?? {};
    addHtml(<h3 {...(title && { lang, dir: "auto" })}>{title ?? t["form.voluntary"]}</h3>);
    if (note) addHtml(<Note text={note} {...linked} />);
    voluntary.forEach(addField);
  }
  addHeading(t["privacy.title"]);
  fields.push({ name: "privacy_policy" });
  addHtml(<PrivacyField {...common("privacy_policy")} href={options.privacyHref} t={t} />);
  addHtml(<SourceFields source={options.source} />);
  return { parts, fields, serverHtml };
}

/** Formats a label to precede its field's error message. */
const asPrefix = (label: string): string => (/[\p{L}\p{N})]$/u.test(label) ? `${label}:` : label);

const Note = (props: Parameters<typeof LinkedText>[0]) => (
  <p className="field-note" lang={props.lang} dir="auto">
    <LinkedText {...props} />
  </p>
);
