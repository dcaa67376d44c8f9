/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import type { Asks } from "../../store";
import { isVoluntary, formatSource, type FormattedAnswer, type FormattedAnswers } from "../answers";
import { MARKS, type ApplicationRow } from "../records";
import { MarkTag } from "./applications";
import { ConfirmPage } from "./confirm";
import { Form, Page, formatSize, Time, Message, type View } from "./layout";

interface ApplicationProps {
  view: View;
  application: ApplicationRow;
  answers: FormattedAnswers;
  /** The position's current form. */
  asks: Asks;
  /** The candidate's receipt number. Undefined if the application has no idempotency key. */
  receipt: string | undefined;
  /** The card with the emails to the candidate. */
  emails: Child;
  /** The note to show in its field, which might not be stored yet. */
  note: string;
  message?: string | undefined;
  /** The error message for the note. */
  error?: string;
}

export function ApplicationPage(props: ApplicationProps) {
  const { view, application, answers, asks, receipt, note, message, error } = props;
  const { texts } = view;
  const { id, number, position, position_uuid, company, mark, created_at, phone } = application;
  const name = `${application.first_name} ${application.last_name}`;
  const source = formatSource(application);
  const files = listFiles(application, asks, texts);
  const voluntaryFiles = files.filter((file) => file.isVoluntary);
  return (
    <Page view={view} title={name} section="positions">
      <p class="trail">
        <a href="/">{texts.positions}</a> / <a href={`/positions/${position_uuid}`}>{position}</a>
      </p>
      <h1>{name}</h1>
      <p class="soft">
        {`#${number} · ${company} `}
        <MarkTag texts={texts} mark={mark} />
      </p>
      <Message text={message} />
      <Message text={error} isBad />
      <div class="columns">
        <div>
          <section class="card">
            <dl class="facts">
              <Fact label={texts.phone}>
                {phone === null ? texts.noAnswer : <a href={`tel:${phone}`}>{phone}</a>}
              </Fact>
              <Fact label={texts.received}>
                <Time view={view} iso={created_at} />
              </Fact>
              {receipt !== undefined && <Fact label={texts.receipt}>{receipt}</Fact>}
              {source !== "" && <Fact label={texts.source}>{source}</Fact>}
            </dl>
          </section>
          <section class="card">
            <h2>{texts.files}</h2>
            {application.suspect.map((one) => (
              <p class="message bad">{texts.suspicions[one]}</p>
            ))}
            <Files texts={texts} files={files.filter((file) => !file.isVoluntary)} />
          </section>
          <Answers title={texts.questions} answers={answers.questions} texts={texts} />
          <Answers title={texts.answers} answers={answers.fields} texts={texts} />
          {props.emails}
          {answers.voluntary.length + voluntaryFiles.length > 0 && (
            <details class="card">
              <summary>
                <h2>{asks.sections?.voluntary?.title ?? texts.voluntary}</h2>
              </summary>
              <p class="soft small">{texts.voluntaryNote}</p>
              <AnswerList answers={answers.voluntary} texts={texts} />
              {voluntaryFiles.length > 0 && <Files texts={texts} files={voluntaryFiles} />}
            </details>
          )}
        </div>
        <aside>
          <section class="card">
            <Form view={view} action={`/applications/${id}/mark`}>
              <fieldset>
                <legend>{texts.markLegend}</legend>
                <div class="actions">
                  {MARKS.map((one) => (
                    <button
                      class="plain"
                      name="mark"
                      value={one}
                      aria-pressed={one === mark ? "true" : "false"}
                    >
                      {texts.marks[one]}
                    </button>
                  ))}
                </div>
              </fieldset>
            </Form>
          </section>
          <section class="card">
            <Form view={view} action={`/applications/${id}/note`}>
              <label class="above" for="note">
                {texts.note}
              </label>
              <p class="soft small" id="note-hint">
                {texts.noteHint}
              </p>
              <textarea
                id="note"
                name="note"
                maxlength={4000}
                aria-describedby="note-hint"
                aria-invalid={error === undefined ? undefined : "true"}
              >
                {`\n${note}`}
              </textarea>
              <div class="actions">
                <button>{texts.saveNote}</button>
              </div>
            </Form>
          </section>
          <p>
            <a class="button plain danger" href={`/applications/${id}/delete`}>
              {texts.deleteApplication}
            </a>
          </p>
        </aside>
      </div>
    </Page>
  );
}

function Fact({ label, children }: { label: string; children: Child }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function listFiles(
  { id, cv_name, cv_size, files }: ApplicationRow,
  asks: Asks,
  texts: View["texts"],
) {
  const at = `/applications/${id}`;
  const cv = { label: texts.cv, size: cv_size ?? 0, at: `${at}/cv`, isVoluntary: false };
  return [
    ...(cv_name === null ? [] : [{ ...cv, name: cv_name }]),
    ...files.map((file, index) => ({
      ...file,
      at: `${at}/files/${index}`,
      isVoluntary: isVoluntary(asks, { ...file, id: file.field }),
    })),
  ];
}

interface FilesProps {
  texts: View["texts"];
  files: ReturnType<typeof listFiles>;
}

function Files({ texts, files }: FilesProps) {
  if (files.length === 0) return <p class="soft">{texts.noFiles}</p>;
  return (
    <dl class="facts">
      {files.map(({ label, name, size, at }) => (
        <Fact label={label}>
          <a href={at} download aria-label={texts.download(name)}>
            {name}
          </a>{" "}
          <span class="soft small">{formatSize(size)}</span>
        </Fact>
      ))}
    </dl>
  );
}

interface AnswersProps {
  answers: FormattedAnswer[];
  texts: View["texts"];
}

function Answers({ title, answers, texts }: AnswersProps & { title: string }) {
  if (answers.length === 0) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <AnswerList answers={answers} texts={texts} />
    </section>
  );
}

function AnswerList({ answers, texts }: AnswersProps) {
  return (
    <dl>
      {answers.map((answer) => (
        <Fact label={answer.label}>
          <AnswerText answer={answer} none={texts.noAnswer} />
        </Fact>
      ))}
    </dl>
  );
}

function AnswerText({ answer: { kind, text }, none }: { answer: FormattedAnswer; none: string }) {
  if (text === "") return <span class="soft">{none}</span>;
  if (kind === "email" && /^[\w.+-]+@[\w.-]+$/.test(text))
    return <a href={`mailto:${text}`}>{text}</a>;
  if (kind === "url" && /^https?:\/\//i.test(text) && URL.canParse(text)) {
    return (
      <a href={new URL(text).href} rel="noopener noreferrer nofollow">
        {text}
      </a>
    );
  }
  return <>{text}</>;
}

interface DeleteProps {
  view: View;
  application: ApplicationRow;
  error?: string | undefined;
}

export function DeletePage({ view, application, error }: DeleteProps) {
  const { texts } = view;
  const { id, number, first_name, last_name, position } = application;
  const name = `${first_name} ${last_name}`;
  return (
    <ConfirmPage
      {...{ view, error, section: "positions", title: texts.deleteQuestion }}
      {...{ action: `/applications/${id}/delete`, back: `/applications/${id}` }}
      what={texts.confirmDelete(`${name} (#${number})`)}
      button={texts.deletePermanently}
    >
      <p>
        <strong>{name}</strong>
        {` · #${number} · ${position}`}
      </p>
      <p>{texts.deleteWarning(1)}</p>
    </ConfirmPage>
  );
}
