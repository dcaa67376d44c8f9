/** @jsxImportSource hono/jsx */
import type { Recipient } from "~/platform/src/replies/queue";
import { formatSource, type FormattedAnswer, type FormattedAnswers } from "../answers";
import { listFiles, type ListedFile } from "../exports";
import { isNamedShowable, MAX_SHOWN_BYTES, type PdfContent } from "../file-content";
import { MARKS, type ApplicationRow, type EmailRow, type NoteRow } from "../records";
import { EmailsCard, PersonLink } from "./emails";
import { Page } from "./layout";
import { Button, ButtonLink, Card, Details, Fact, Form, Hint, newTab } from "./parts";
import { formatName, Time, useDesk } from "./view";
import { MarkTag } from "./list";

interface ApplicationProps {
  application: ApplicationRow;
  answers: FormattedAnswers;
  /** The stored texts of the note, latest first. */
  notes: NoteRow[];
  /** The candidate's receipt number. Undefined if the application has no idempotency key. */
  receipt: string | undefined;
  emails: EmailRow[];
  reach: Recipient;
  /** The note to show in its field, which might not be stored yet. */
  typedNote: string;
}

export function ApplicationPage(props: ApplicationProps) {
  const { application, answers, emails, reach } = props;
  const { texts } = useDesk();
  const { id, number, position, position_uuid, company, mark } = application;
  const files = listFiles(application);
  return (
    <Page
      {...{ title: fullName(application), section: "applications" }}
      trail={[
        ["/applications", texts.inbox],
        [`/positions/${position_uuid}`, position],
      ]}
      intro={
        <>
          {`#${number} · ${company} `}
          <MarkTag mark={mark} />
        </>
      }
    >
      <div class="columns">
        <div>
          <Contact {...props} />
          <Card title={texts.files}>
            {application.suspect.map((suspicion) => (
              <p class="message bad">{texts.suspicions[suspicion]}</p>
            ))}
            <Files id={id} files={files.filter((file) => !file.isVoluntary)} />
          </Card>
        </div>
        <aside>
          <Marks {...application} />
          <Note {...props} />
        </aside>
        <div>
          {answers.answers.length > 0 && (
            <Card title={texts.answers}>
              <dl>
                <Answers answers={answers.answers} />
              </dl>
            </Card>
          )}
          <EmailsCard {...{ application, emails, reach }} />
          <Voluntary {...props} files={files.filter((file) => file.isVoluntary)} />
          <p>
            <ButtonLink
              {...{ href: `/applications/${id}/delete`, text: texts.delete, kind: "plain danger" }}
            />
          </p>
        </div>
      </div>
    </Page>
  );
}

export const fullName = ({ first_name, last_name }: ApplicationRow) => `${first_name} ${last_name}`;

function Contact({ application, answers, receipt }: ApplicationProps) {
  const { texts } = useDesk();
  const { phone, created_at } = application;
  const source = formatSource(application);
  return (
    <section class="card">
      <dl class="facts">
        <Fact label={texts.phone}>
          {phone === null ? texts.noAnswer : <PersonLink phone={phone} />}
        </Fact>
        <Answers answers={answers.contact} />
        <Fact label={texts.received}>
          <Time iso={created_at} />
        </Fact>
        {receipt !== undefined && <Fact label={texts.receipt}>{receipt}</Fact>}
        {source !== "" && <Fact label={texts.source}>{source}</Fact>}
      </dl>
    </section>
  );
}

function Marks({ id, mark }: ApplicationRow) {
  const { texts } = useDesk();
  return (
    <section class="card">
      <Form action={`/applications/${id}/mark`}>
        <fieldset>
          <legend>{texts.markLegend}</legend>
          <div class="actions marks">
            {MARKS.map((value) => (
              <Button
                {...{ name: "mark", value, text: texts.marks[value], kind: "plain" }}
                isPressed={value === mark}
              />
            ))}
          </div>
        </fieldset>
      </Form>
    </section>
  );
}

function Note({ application: { id, note }, notes, typedNote }: ApplicationProps) {
  const { texts, error } = useDesk();
  const [latest] = notes;
  const isLatest = latest?.text === note;
  const earlier = isLatest ? notes.slice(1) : notes;
  return (
    <section class="card">
      <Form action={`/applications/${id}/note`} submit={texts.saveNote}>
        <label class="above" for="note">
          {texts.note}
        </label>
        <Hint id="note-hint">{texts.noteHint}</Hint>
        <textarea
          {...{ id: "note", name: "note", maxlength: 4000, "aria-describedby": "note-hint" }}
          aria-invalid={error === undefined ? undefined : "true"}
        >
          {`\n${typedNote}`}
        </textarea>
        {isLatest && <ByLine {...latest} />}
      </Form>
      {earlier.length > 0 && (
        <details>
          <summary>{texts.earlierNotes(earlier.length)}</summary>
          <ol class="notes">
            {earlier.map((note) => (
              <li>
                <ByLine {...note} />
                <p class="written">{note.text}</p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

/** Notes of earlier versions have no author. */
function ByLine({ who, at }: NoteRow) {
  const { texts } = useDesk();
  if (who === "") return null;
  return (
    <Hint>
      <Time before={`${formatName(who, texts)}, `} iso={at} />
    </Hint>
  );
}

function Voluntary({ application, answers, files }: ApplicationProps & { files: ListedFile[] }) {
  const { texts } = useDesk();
  if (answers.voluntary.length + files.length === 0) return null;
  return (
    <Details title={application.asks.sections?.voluntary?.title ?? texts.voluntary}>
      <Hint>{texts.voluntaryNote}</Hint>
      <dl>
        <Answers answers={answers.voluntary} />
      </dl>
      {files.length > 0 && <Files id={application.id} files={files} />}
    </Details>
  );
}

/** Files that browsers show open in a new tab. The others are downloads. @param id of the application */
function Files({ id, files }: { id: string; files: ListedFile[] }) {
  const { texts } = useDesk();
  if (files.length === 0) return <p class="soft">{texts.noFiles}</p>;
  return (
    <dl class="facts">
      {files.map(({ label, name, size, path }) => {
        const at = `/applications/${id}/${path}`;
        const download = { href: at, download: true, "aria-label": texts.download(name) };
        const open = { href: `${at}?open`, ...newTab(), "aria-label": texts.openFile(name) };
        const isShowable = isNamedShowable(name) && size <= MAX_SHOWN_BYTES;
        return (
          <Fact label={label ?? texts.cv}>
            <a {...(isShowable ? open : download)}>{name}</a>{" "}
            <span class="soft small">{formatSize(size)}</span>{" "}
            {isShowable && <a {...download}>{texts.downloadShort}</a>}
          </Fact>
        );
      })}
    </dl>
  );
}

function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(0)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

interface FileProps {
  application: ApplicationRow;
  path: string;
  name: string;
  canOpen: boolean;
  found: PdfContent[];
}

/** Warns about a file's contents before it is opened, or explains why it can only be downloaded. */
export function FilePage({ application, path, name, canOpen, found }: FileProps) {
  const { texts } = useDesk();
  const back = `/applications/${application.id}`;
  return (
    <Page
      {...{ title: name, section: "applications", isNarrow: true }}
      trail={[[back, fullName(application)]]}
    >
      {canOpen ? (
        <div class="message bad">
          <p>{texts.fileContains}</p>
          <ul>
            {found.map((content) => (
              <li>{texts.pdfContent[content]}</li>
            ))}
          </ul>
        </div>
      ) : (
        <p>{texts.notShowable}</p>
      )}
      <div class="actions">
        <a class="button" href={`${back}/${path}`} download>
          {texts.downloadShort}
        </a>
        {canOpen && (
          <ButtonLink
            {...{ href: `${back}/${path}?open=anyway`, text: texts.openAnyway }}
            kind="plain danger"
          />
        )}
      </div>
    </Page>
  );
}

const Answers = ({ answers }: { answers: FormattedAnswer[] }) => (
  <>
    {answers.map((answer) => (
      <Fact label={answer.label}>
        <Answer {...answer} />
      </Fact>
    ))}
  </>
);

function Answer({ kind, text }: FormattedAnswer) {
  const { texts } = useDesk();
  if (text === "") return <span class="soft">{texts.noAnswer}</span>;
  if (kind === "email") return <PersonLink email={text} />;
  if (kind !== "url" || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return <>{text}</>;
  return (
    <a href={new URL(text).href} rel="noopener noreferrer nofollow">
      {text}
    </a>
  );
}
