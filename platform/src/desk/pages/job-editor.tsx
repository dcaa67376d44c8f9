/** @jsxImportSource hono/jsx */
import { EMPLOYMENT_TYPES, PAY_UNITS, WORKPLACES } from "~/contract/lists";
import type { EntryError } from "../forms/form";
import {
  QUESTION_KINDS,
  type JobEntries,
  type JobText,
  type QuestionEntry,
} from "../forms/job-form";
import { EditorPage, type EditorState } from "./editor";
import {
  AreaField,
  ItemButtons,
  languageOptions,
  listCountries,
  SelectField,
  TextField,
  Tick,
  type FormView,
} from "./fields";
import type { View } from "./layout";

interface JobEditorProps extends EditorState {
  view: View;
  uuid: string;
  company: { uuid: string; name: string };
  /** Whether the job has a published version. */
  isPublished: boolean;
  entries: JobEntries;
  /** The question that has the focus. */
  focus?: number | undefined;
}

export function JobEditorPage(props: JobEditorProps) {
  const { view, uuid, company, isPublished, entries, errors, focus } = props;
  const t = view.texts.editor;
  const { texts } = entries;
  const form: FormView = { view, errors };
  const title = texts.title || t.newJob;
  const common = (name: JobText) => ({
    ...{ form, name, label: t.jobLabels[name], value: texts[name] },
  });
  const text = (name: JobText, hint?: string) => <TextField {...common(name)} hint={hint} />;
  const choice = (name: JobText, labels: Record<string, string>, none = t.none) => (
    <SelectField {...common(name)} options={[["", none], ...Object.entries(labels)]} />
  );
  const inOrder = <Key extends string>(keys: readonly Key[], labels: Record<Key, string>) =>
    Object.fromEntries(keys.map((key) => [key, labels[key]]));
  return (
    <EditorPage
      {...props}
      {...{ section: "positions", at: `/positions/${uuid}`, title, subtitle: company.name }}
      trail={[
        ["/", view.texts.positions],
        ...(isPublished ? [[`/positions/${uuid}`, title] as const] : []),
      ]}
      fieldLabel={(field) => fieldLabel(field, t)}
    >
      <input type="hidden" name="company" value={company.uuid} />
      <section class="card">
        {text("title")}
        {text("location")}
        <AreaField {...common("description")} hint={t.descriptionHint} rows={14} />
      </section>
      <section class="card fields">
        <h2>{t.facts}</h2>
        {text("department")}
        {text("contract_type")}
        {choice("workplace", inOrder(WORKPLACES, t.workplaces))}
        {text("join_date")}
        <SelectField {...common("country")} options={listCountries(view.texts.lang)} />
        <fieldset class="wide">
          <legend>{t.employmentType}</legend>
          <div class="ticks">
            {EMPLOYMENT_TYPES.map((type) => (
              <Tick
                name="employment_type"
                value={type}
                label={t.employmentTypes[type]}
                isOn={entries.employment_type.includes(type)}
              />
            ))}
          </div>
        </fieldset>
      </section>
      <section class="card fields">
        <h2>{t.pay}</h2>
        <TextField {...common("pay_min")} hint={t.payHint} numeric />
        <TextField {...common("pay_max")} hint={t.payHint} numeric />
        {text("pay_currency")}
        {choice("pay_unit", inOrder(PAY_UNITS, t.units))}
        {text("pay_text")}
      </section>
      <section class="card fields">
        <h2>{t.dates}</h2>
        <TextField {...common("closes_at")} type="date" hint={t.closesHint} />
        <TextField {...common("published_at")} type="date" />
      </section>
      <section class="card fields">
        <h2>{t.requirements}</h2>
        <AreaField {...common("requirements")} hint={t.linesHint} />
        <AreaField {...common("nice_to_have")} hint={t.linesHint} />
      </section>
      <section class="card" id="questions">
        <h2>{t.questions}</h2>
        <div class="fields">
          {choice("phone", t.modes, t.modes[""])}
          {choice("email", { required: t.modes.required, optional: t.modes.optional }, t.modes.off)}
          {choice("cv", t.modes, t.modes[""])}
        </div>
        <p class="soft small">{t.questionsHint}</p>
        {entries.questions.map((entry, index) => (
          <Question
            {...{ form, entry, index, isLast: index === entries.questions.length - 1 }}
            hasFocus={index === focus}
          />
        ))}
        <div class="actions">
          <button class="plain" name="do" value="add">
            {t.add}
          </button>
        </div>
      </section>
      <details class="card" open={hasErrorIn(errors, MORE)}>
        <summary>
          <h2>{t.moreFacts}</h2>
        </summary>
        <div class="fields">
          {text("reference")}
          {text("remote_countries", t.remoteHint)}
          {choice("language", Object.fromEntries(languageOptions()))}
          {text("employer")}
          {text("collective_agreement")}
          <h3 class="wide">{t.place}</h3>
          {text("street")}
          {text("postal_code")}
          {text("city")}
          {text("region")}
        </div>
      </details>
    </EditorPage>
  );
}

const MORE: JobText[] = [
  ...(["reference", "remote_countries", "language", "employer", "collective_agreement"] as const),
  ...(["street", "postal_code", "city", "region"] as const),
];

const hasErrorIn = (errors: readonly EntryError[], names: readonly string[]) =>
  errors.some(({ field }) => names.includes(field));

function fieldLabel(field: string, t: View["texts"]["editor"]): string {
  const [, question] = /^q(\d+)\./.exec(field) ?? [];
  if (question !== undefined) return t.question(Number(question) + 1);
  return Object.hasOwn(t.jobLabels, field) ? t.jobLabels[field as JobText] : field;
}

interface QuestionProps {
  form: FormView;
  entry: QuestionEntry;
  index: number;
  isLast: boolean;
  hasFocus: boolean;
}

function Question({ form, entry, index, isLast, hasFocus }: QuestionProps) {
  const t = form.view.texts.editor;
  const name = (part: string) => `q${index}.${part}`;
  const number = t.question(index + 1);
  return (
    <fieldset class="question fields">
      <legend>{number}</legend>
      <input type="hidden" name={name("stored")} value={entry.stored} />
      <div class="wide">
        <TextField {...{ form, name: name("label"), label: t.label, value: entry.label }} />
      </div>
      <SelectField
        {...{ form, name: name("kind"), label: t.kind, value: entry.kind }}
        options={QUESTION_KINDS.map((kind) => [kind, t.kinds[kind]] as const)}
      />
      <TextField {...{ form, name: name("hint"), label: t.hint, value: entry.hint }} />
      <div class="wide options">
        <AreaField
          {...{ form, name: name("options"), label: t.answerOptions, value: entry.options }}
          hint={t.optionsHint}
          rows={3}
        />
      </div>
      <div class="ticks wide">
        <Tick name={name("required")} label={t.required} isOn={entry.isRequired} />
        <Tick name={name("voluntary")} label={t.voluntary} isOn={entry.isVoluntary} />
      </div>
      <ItemButtons {...{ view: form.view, item: number, index, isLast, hasFocus }} />
    </fieldset>
  );
}
