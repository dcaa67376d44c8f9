import { Fragment, type ReactNode } from "react";
import { NAME_MOST } from "../../../../contract/limits";
import type { Language } from "../../../i18n/language";
import { messagesFor } from "../../../i18n/messages";
import type { Field, PositionPage } from "../../../platform/types";
import { controlOf, isAsking } from "../../fields/answers";
import { placed } from "../../fields/order";
import type { FieldErrors, FieldName, FieldValues } from "../../model/application";
import { OpenQuestionField, QuestionField } from "../question-fields";
import type { AskedField, FilePart, FormPart } from "../parts";
import type { Source } from "../../../source";
import { LinkedText } from "../../../ui/page/linked-text";
import { SourceFields } from "../../../ui/page/source-fields";
import { PrivacyField } from "../privacy-field";
import { TextField } from "../text-field";
import { newTabIn, PlainField } from "./plain-field";
import { labelOf } from "../../fields/reserved";

type FileField = Extract<Field, { kind: "file" }>;

/** What a position asks, besides what every form has. */
type AskingPosition = Pick<PositionPage, "killerQuestions" | "openQuestions"> & {
  fields: readonly Field[];
  voluntary?: { title?: string | undefined; note?: string | undefined } | undefined;
};

interface FormPartsOptions {
  position: AskingPosition;
  /** The form has a heading for each of its sections. */
  isLong: boolean;
  privacyHref: string;
  /** Where the candidate came from, if the platform wants to know. */
  source: Source;
  hasPhone: boolean;
  /** Undefined where the position wants none. */
  cv: FilePart | undefined;
  filePart: (field: FileField) => FilePart;
  values: FieldValues;
  /** What was entered into the position's own fields, by their controls' names. */
  entered: Readonly<Record<string, readonly string[]>>;
  errors: FieldErrors;
  language: Language;
  /** A tag of the company's own texts, where it is not the page's language. */
  partLanguage: string | undefined;
}

interface FormParts {
  /** In the form's order. */
  parts: FormPart[];
  /** The plain HTML of those parts that are nothing but that, at the parts' places. */
  drawn: ReactNode[];
  asked: AskedField[];
}

/**
 * A form in its order, and its fields that are plain HTML: drawn on the server alone, so that what draws
 * them, and what they offer, does not go to the browser a second time.
 */
export function formParts(options: FormPartsOptions): FormParts {
  const { position, values, errors, language, partLanguage: lang } = options;
  const t = messagesFor(language);
  const linked = { lang, ...newTabIn(language, t) };
  const form = new Laid();
  const common = (name: FieldName) => ({ name, error: errors[name], value: values[name] });
  const ask = (field: Field) => {
    const name = controlOf(field.id);
    if (field.kind === "note") form.draw(<Note text={field.label} {...linked} />);
    if (field.kind === "file") {
      form.ask({ name, text: asLead(labelOf(field, t).text) });
      form.put(options.filePart(field));
    }
    if (!isAsking(field)) return;
    const { text, isOurs } = labelOf(field, t);
    form.ask({ name, text: asLead(text), ...(isOurs && { isOurs }) });
    const entered = options.entered[name] ?? [];
    form.draw(<PlainField {...{ field, entered, error: errors[name], lang, language, t }} />);
  };

  const head = (title: string) => options.isLong && form.draw(<h3>{title}</h3>);
  const { email, usual, voluntary } = placed(position.fields);

  head(t["form.section_you"]);
  form.ask({ name: "first_name" });
  form.draw(
    <TextField
      {...common("first_name")}
      label={t["apply.full_name"]}
      autoComplete="given-name"
      maxLength={NAME_MOST}
      missing={t["error.first_name_missing"]}
    />,
  );
  form.ask({ name: "last_name" });
  form.draw(
    <TextField
      {...common("last_name")}
      label={t["apply.last_name"]}
      autoComplete="family-name"
      maxLength={NAME_MOST}
      missing={t["error.last_name_missing"]}
    />,
  );
  if (options.hasPhone) form.put("phone");
  email.forEach(ask);
  if (options.cv) {
    head(t["form.section_cv"]);
    form.put(options.cv);
  }
  if ([usual, position.killerQuestions, position.openQuestions].some(({ length }) => length > 0)) {
    head(t["form.section_questions"]);
  }
  usual.forEach(ask);
  position.killerQuestions.forEach(({ text, answers }, index) => {
    const name = `question-${index}` as const;
    form.ask({ name, text });
    form.draw(
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
    form.ask({ name, text });
    form.draw(
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
    form.draw(<h3 {...(title && { lang, dir: "auto" })}>{title ?? t["form.voluntary"]}</h3>);
    if (note) form.draw(<Note text={note} {...linked} />);
    voluntary.forEach(ask);
  }
  head(t["privacy.title"]);
  form.ask({ name: "privacy_policy" });
  form.draw(<PrivacyField {...common("privacy_policy")} href={options.privacyHref} t={t} />);
  form.draw(<SourceFields source={options.source} />);
  return form;
}

/** A label, as what is said of its field begins with it. */
const asLead = (label: string): string => (/[\p{L}\p{N})]$/u.test(label) ? `${label}:` : label);

/** A form as it is being laid out: plain HTML that follows plain HTML is one part. */
class Laid implements FormParts {
  parts: FormPart[] = [];
  drawn: ReactNode[][] = [];
  asked: AskedField[] = [];

  ask(field: AskedField): void {
    this.asked.push(field);
  }

  put(part: FormPart): void {
    this.parts.push(part);
  }

  draw(html: ReactNode): void {
    if (this.parts.at(-1) !== 0) this.parts.push(0);
    const drawn = (this.drawn[this.parts.length - 1] ??= []);
    drawn.push(<Fragment key={drawn.length}>{html}</Fragment>);
  }
}

/** A text of the company's between the fields. */
const Note = (props: Parameters<typeof LinkedText>[0]) => (
  <p className="field-note" lang={props.lang} dir="auto">
    <LinkedText {...props} />
  </p>
);
