/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { formatSource, type FormattedAnswer, type FormattedAnswers } from "../answers";
import { listFiles, type ListedFile } from "../exports";
import { isNamedShowable, MAX_SHOWN_BYTES, type PdfContent } from "../file-content";
import { MARKS, type ApplicationRow, type NoteRow } from "../records";
import { Form, formatName, formatSize, Message, Page, Time, type View } from "./layout";
import { MarkTag } from "./list";

interface ApplicationProps {
  view: View;
  application: ApplicationRow;
  answers: FormattedAnswers;
  /** The stored texts of the note, latest first. */
  notes: NoteRow[];
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
  const { view, application, answers, receipt, message, error } = props;
  const { texts } = view;
  const { id, number, position, position_uuid, company, mark, created_at, phone } = application;
  const name = `${application.first_name} ${application.last_name}`;
  const source = formatSource(application);
  const files = listFiles(application);
  const voluntaryFiles = files.filter((file) => file.isVoluntary);
  return (
    <Page view={view} title={name} section="applications">
      <p class="trail">
        <a href="/applications">{texts.inbox}</a> /{" "}
        <a href={`/positions/${position_uuid}`}>{position}</a>
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
              <AnswerList answers={answers.contact} texts={texts} />
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
            <Files {...{ id, texts, files: files.filter((file) => !file.isVoluntary) }} />
          </section>
        </div>
        <aside>
          <section class="card">
            <Form view={view} action={`/applications/${id}/mark`}>
              <fieldset>
                <legend>{texts.markLegend}</legend>
                <div class="actions marks">
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
          <Note {...props} />
        </aside>
        <div>
          {answers.answers.length > 0 && (
            <section class="card">
              <h2>{texts.answers}</h2>
              <dl>
                <AnswerList answers={answers.answers} texts={texts} />
              </dl>
            </section>
          )}
          {props.emails}
          {answers.voluntary.length + voluntaryFiles.length > 0 && (
            <details class="card">
              <summary>
                <h2>{application.asks.sections?.voluntary?.title ?? texts.voluntary}</h2>
              </summary>
              <p class="soft small">{texts.voluntaryNote}</p>
              <dl>
                <AnswerList answers={answers.voluntary} texts={texts} />
              </dl>
              {voluntaryFiles.length > 0 && <Files {...{ id, texts, files: voluntaryFiles }} />}
            </details>
          )}
          <p>
            <a class="button plain danger" href={`/applications/${id}/delete`}>
              {texts.deleteApplication}
            </a>
          </p>
        </div>
      </div>
    </Page>
  );
}

/** The note, who wrote it, and its earlier texts. */
function Note({ view, application: { id, ...stored }, notes, note, error }: ApplicationProps) {
  const { texts } = view;
  const [latest] = notes;
  const earlier = latest?.text === stored.note ? notes.slice(1) : notes;
  const by = latest?.text === stored.note ? latest : undefined;
  return (
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
        {by && <ByLine view={view} note={by} />}
        <div class="actions">
          <button>{texts.saveNote}</button>
        </div>
      </Form>
      {earlier.length > 0 && (
        <details>
          <summary>{texts.earlierNotes(earlier.length)}</summary>
          <ol class="notes">
            {earlier.map((one) => (
              <li>
                <ByLine view={view} note={one} />
                <p class="written">{one.text}</p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

/** Notes of earlier versions have no author. */
function ByLine({ view, note: { who, at } }: { view: View; note: NoteRow }) {
  if (who === "") return null;
  return (
    <p class="soft small">
      {`${formatName(who, view.texts)}, `}
      <Time view={view} iso={at} />
    </p>
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

interface FilesProps {
  /** The application's. */
  id: string;
  texts: View["texts"];
  files: ListedFile[];
}

/** Files that browsers show open in a new tab. The others are downloads. */
function Files({ id, texts, files }: FilesProps) {
  if (files.length === 0) return <p class="soft">{texts.noFiles}</p>;
  return (
    <dl class="facts">
      {files.map(({ label, name, size, path }) => {
        const at = `/applications/${id}/${path}`;
        const download = { href: at, download: true, "aria-label": texts.download(name) };
        const isShowable = isNamedShowable(name) && size <= MAX_SHOWN_BYTES;
        return (
          <Fact label={label ?? texts.cv}>
            {isShowable ? (
              <a
                href={`${at}?open`}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={texts.openFile(name)}
              >
                {name}
              </a>
            ) : (
              <a {...download}>{name}</a>
            )}{" "}
            <span class="soft small">{formatSize(size)}</span>{" "}
            {isShowable && <a {...download}>{texts.downloadShort}</a>}
          </Fact>
        );
      })}
    </dl>
  );
}

interface FileProps {
  view: View;
  application: ApplicationRow;
  path: string;
  name: string;
  canOpen: boolean;
  found: PdfContent[];
}

/** Names what a file contains before it is opened, or says why it is only a download. */
export function FilePage({ view, application, path, name, canOpen, found }: FileProps) {
  const { texts } = view;
  const { id, first_name, last_name } = application;
  const at = `/applications/${id}/${path}`;
  return (
    <Page view={view} title={name} section="applications">
      <div class="narrow">
        <p class="trail">
          <a href={`/applications/${id}`}>{`${first_name} ${last_name}`}</a>
        </p>
        <h1>{name}</h1>
        {canOpen ? (
          <div class="message bad">
            <p>{texts.fileContains}</p>
            <ul>
              {found.map((one) => (
                <li>{texts.pdfContent[one]}</li>
              ))}
            </ul>
          </div>
        ) : (
          <p>{texts.notShowable}</p>
        )}
        <div class="actions">
          <a class="button" href={at} download>
            {texts.downloadShort}
          </a>
          {canOpen && (
            <a class="button plain danger" href={`${at}?open=anyway`}>
              {texts.openAnyway}
            </a>
          )}
        </div>
      </div>
    </Page>
  );
}

interface AnswersProps {
  answers: FormattedAnswer[];
  texts: View["texts"];
}

function AnswerList({ answers, texts }: AnswersProps) {
  return (
    <>
      {answers.map((answer) => (
        <Fact label={answer.label}>
          <AnswerText answer={answer} none={texts.noAnswer} />
        </Fact>
      ))}
    </>
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
