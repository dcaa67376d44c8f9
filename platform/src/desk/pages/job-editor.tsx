/** @jsxImportSource hono/jsx */
import { EMPLOYMENT_TYPES, PAY_UNITS, WORKPLACES } from "~/contract/lists";
import {
  QUESTION_KINDS,
  type JobEntries,
  type JobText,
  type QuestionEntry,
} from "../forms/job-form";
import { EditorPage, type EditorState } from "./editor";
import {
  Field,
  ItemButtons,
  languageOptions,
  listCountries,
  Tick,
  useHasError,
  type Place,
} from "./fields";
import { Button, Card, Details, Hidden, Hint } from "./parts";
import { useDesk } from "./view";

interface JobEditorProps extends EditorState {
  uuid: string;
  company: { uuid: string; name: string };
  /** Whether the job has a published version. */
  isPublished: boolean;
  entries: JobEntries;
}

export function JobEditorPage(props: JobEditorProps) {
  const { uuid, company, isPublished, entries, focus } = props;
  const { texts } = useDesk();
  const t = texts.editor;
  const title = entries.texts.title || t.newJob;
  const at = `/positions/${uuid}`;
  return (
    <EditorPage
      {...props}
      {...{ section: "positions", at, title, intro: company.name }}
      {...{ labels: t.jobLabels, values: entries.texts }}
      trail={[["/", texts.positions], ...(isPublished ? [[at, title] as const] : [])]}
      itemLabel={(field) => {
        const [, question] = /^q(\d+)\./.exec(field) ?? [];
        return question === undefined ? undefined : t.question(Number(question) + 1);
      }}
    >
      <Hidden company={company.uuid} />
      <JobFields entries={entries} />
      <Card title={t.questions} id="questions">
        <div class="fields">
          <Choice name="phone" labels={t.modes} none={t.modes[""]} />
          <Choice
            name="email"
            labels={t.modes}
            keys={["required", "optional"]}
            none={t.modes.off}
          />
          <Choice name="cv" labels={t.modes} none={t.modes[""]} />
        </div>
        <Hint>{t.questionsHint}</Hint>
        {entries.questions.map((entry, index, { length }) => (
          <Question
            {...{ entry, index, isLast: index === length - 1, hasFocus: index === focus }}
          />
        ))}
        <div class="actions">
          <Button text={t.add} value="add" kind="plain" />
        </div>
      </Card>
      <MoreFields />
    </EditorPage>
  );
}

interface ChoiceProps {
  name: JobText;
  labels: Record<string, string>;
  /** The values in order. By default, the keys of `labels`. */
  keys?: readonly string[];
  none?: string;
}

function Choice({ name, labels, keys = Object.keys(labels), none }: ChoiceProps) {
  const { editor } = useDesk().texts;
  const options = keys.filter(Boolean).map((key) => [key, labels[key] ?? key] as const);
  return <Field name={name} options={[["", none ?? editor.none], ...options]} />;
}

function JobFields({ entries }: { entries: JobEntries }) {
  const { lang, editor: t } = useDesk().texts;
  return (
    <>
      <Card>
        <Field name="title" />
        <Field name="location" />
        <Field name="description" hint={t.descriptionHint} rows={14} />
      </Card>
      <Card title={t.facts} isGrid>
        <Field name="department" />
        <Field name="contract_type" />
        <Choice name="workplace" labels={t.workplaces} keys={WORKPLACES} />
        <Field name="join_date" />
        <Field name="country" options={listCountries(lang)} />
        <fieldset class="wide">
          <legend>{t.employmentType}</legend>
          <div class="ticks">
            {EMPLOYMENT_TYPES.map((value) => (
              <Tick
                {...{ name: "employment_type", value, label: t.employmentTypes[value] }}
                isOn={entries.employment_type.includes(value)}
              />
            ))}
          </div>
        </fieldset>
      </Card>
      <Card title={t.pay} isGrid>
        <Field name="pay_min" hint={t.payHint} isNumeric />
        <Field name="pay_max" hint={t.payHint} isNumeric />
        <Field name="pay_currency" />
        <Choice name="pay_unit" labels={t.units} keys={PAY_UNITS} />
        <Field name="pay_text" />
      </Card>
      <Card title={t.dates} isGrid>
        <Field name="closes_at" type="date" hint={t.closesHint} />
        <Field name="published_at" type="date" />
      </Card>
      <Card title={t.requirements} isGrid>
        <Field name="requirements" hint={t.linesHint} rows={5} />
        <Field name="nice_to_have" hint={t.linesHint} rows={5} />
      </Card>
    </>
  );
}

const MORE = ["reference", "remote_countries", "language", "employer", "collective_agreement"];
const PLACE = ["street", "postal_code", "city", "region"];

/** Fields that few jobs need. */
function MoreFields() {
  const t = useDesk().texts.editor;
  return (
    <Details title={t.moreFacts} isOpen={useHasError(...MORE, ...PLACE)}>
      <div class="fields">
        <Field name="reference" />
        <Field name="remote_countries" hint={t.remoteHint} />
        <Choice name="language" labels={Object.fromEntries(languageOptions())} />
        <Field name="employer" />
        <Field name="collective_agreement" />
        <h3 class="wide">{t.place}</h3>
        {PLACE.map((name) => (
          <Field name={name} />
        ))}
      </div>
    </Details>
  );
}

function Question({ entry, ...place }: Place & { entry: QuestionEntry }) {
  const t = useDesk().texts.editor;
  const { kind, label, hint, options, stored, isRequired, isVoluntary } = entry;
  const at = `q${place.index}`;
  const item = t.question(place.index + 1);
  const kinds = QUESTION_KINDS.map((key) => [key, t.kinds[key]] as const);
  return (
    <fieldset class="question fields">
      <legend>{item}</legend>
      <Hidden {...{ [`${at}.stored`]: stored }} />
      <div class="wide">
        <Field name={`${at}.label`} label={t.label} value={label} />
      </div>
      <Field name={`${at}.kind`} label={t.kind} value={kind} options={kinds} />
      <Field name={`${at}.hint`} label={t.hint} value={hint} />
      <div class="wide options">
        <Field
          {...{ name: `${at}.options`, label: t.answerOptions, hint: t.optionsHint }}
          {...{ value: options, rows: 3 }}
        />
      </div>
      <div class="ticks wide">
        <Tick name={`${at}.required`} label={t.required} isOn={isRequired} />
        <Tick name={`${at}.voluntary`} label={t.voluntary} isOn={isVoluntary} />
      </div>
      <ItemButtons {...place} item={item} />
    </fieldset>
  );
}
