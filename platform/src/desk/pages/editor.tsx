/** @jsxImportSource hono/jsx */
// What the editors of jobs and of a company's page have in common.
import type { Child } from "hono/jsx";
import type { EntryError } from "../forms/form";
import type { VersionRow } from "~/platform/src/companies/versions";
import { ErrorSummary } from "./fields";
import { formatName, formatTime, Form, Page, Time, type Section, type View } from "./layout";

/** Where an editor's entries come from, and what stands between them and being saved. */
export interface EditorState {
  /** The revisions of the published version and of the draft that the entries are based on. */
  seen: string;
  errors: readonly EntryError[];
  errorTitle?: string | undefined;
  message?: string | undefined;
  draft?: Author | undefined;
  conflict?: Conflict | undefined;
}

export interface Author {
  who: string;
  at: string;
}

/** What someone else saved in the meantime. */
export interface Conflict extends Author {
  differences: { label: string; theirs: string; yours: string }[];
}

interface EditorPageProps extends EditorState {
  view: View;
  section: Section;
  /** The path of the job or company at the desk. */
  at: string;
  title: string;
  /** Links above the title. */
  trail: readonly (readonly [href: string, text: string])[];
  /** A line below the title. */
  subtitle: Child;
  hasFiles?: boolean;
  fieldLabel: (field: string) => string;
  children: Child;
}

/** An editor's page: who wrote what it shows, the errors, and the form with its buttons. */
export function EditorPage(props: EditorPageProps) {
  const { view, at, title, draft, conflict, errors } = props;
  const t = view.texts.editor;
  return (
    <Page {...{ view, title }} {...props} intro={props.subtitle}>
      {conflict && <ConflictMessage view={view} conflict={conflict} />}
      {draft && !conflict && (
        <div class="note" role="status">
          <p>{t.draftBy(...byLine(draft, view))}</p>
          <Form view={view} action={`${at}/discard`}>
            <button class="plain danger">{t.discard}</button>
          </Form>
        </div>
      )}
      <ErrorSummary
        form={{ view, errors }}
        title={props.errorTitle ?? t.errorsTitle}
        label={props.fieldLabel}
      />
      <Form view={view} action={`${at}/edit`} hasFiles={props.hasFiles === true}>
        {/* The first submit button, which the Enter key presses. */}
        <button class="enter" name="do" value="draft" tabindex={-1} aria-hidden="true" />
        <input type="hidden" name="seen" value={props.seen} />
        {props.children}
        <div class="actions save">
          <button name="do" value="check">
            {t.preview}
          </button>
          <button class="plain" name="do" value="draft">
            {t.saveDraft}
          </button>
        </div>
      </Form>
    </Page>
  );
}

const byLine = ({ who, at }: Author, { texts, timeZone }: View): [who: string, at: string] => [
  formatName(who, texts),
  formatTime(at, texts.lang, timeZone),
];

function ConflictMessage({ view, conflict }: { view: View; conflict: Conflict }) {
  const t = view.texts.editor;
  return (
    <div class="message bad" role="alert">
      <p>{t.conflict(...byLine(conflict, view))}</p>
      {conflict.differences.length === 0 ? (
        <p>{t.noDifference}</p>
      ) : (
        <dl>
          {conflict.differences.map(({ label, theirs, yours }) => (
            <div>
              <dt>{label}</dt>
              <dd>{`${t.theirs}: ${theirs}`}</dd>
              <dd>{`${t.yours}: ${yours}`}</dd>
            </div>
          ))}
        </dl>
      )}
      <p>{t.conflictHint}</p>
    </div>
  );
}

interface CheckProps {
  view: View;
  section: Section;
  /** The path of the job or company at the desk. */
  at: string;
  title: string;
  /** Undefined if the site's address is unknown. */
  link: string | undefined;
  /** When the link ends, in ms since 1970. */
  until: number;
  isPublished: boolean;
  seen: string;
  warnings: { text: string; href?: string }[];
}

/** The last page before something is published. */
export function CheckPage({ view, section, at, title, link, until, ...props }: CheckProps) {
  const t = view.texts.editor;
  const when = formatTime(new Date(until).toISOString(), view.texts.lang, view.timeZone);
  return (
    <Page {...{ view, title: t.previewTitle, section, trail: [[`${at}/edit`, title]] }}>
      {props.warnings.map(({ text, href }) => (
        <div class="message bad">
          <p>{text}</p>
          {href !== undefined && (
            <p>
              <a href={href}>{t.completePolicy}</a>
            </p>
          )}
        </div>
      ))}
      <section class="card">
        {link === undefined ? (
          <p>{t.noSiteUrl}</p>
        ) : (
          <>
            <p>
              <a class="button plain" href={link} target="_blank" rel="noopener noreferrer">
                {t.openPreview}
              </a>
            </p>
            <p class="soft small">{t.previewHint(when)}</p>
          </>
        )}
      </section>
      <Form view={view} action={`${at}/publish`}>
        <input type="hidden" name="seen" value={props.seen} />
        <div class="actions">
          <button>{props.isPublished ? t.publishChanges : t.publish}</button>
          <a class="button plain" href={`${at}/edit`}>
            {t.keepEditing}
          </a>
        </div>
      </Form>
    </Page>
  );
}

interface VersionsProps {
  view: View;
  section: Section;
  at: string;
  title: string;
  versions: VersionRow[];
}

export function VersionsPage({ view, section, at, title, versions }: VersionsProps) {
  const t = view.texts.editor;
  return (
    <Page
      {...{ view, title: t.versions, section, trail: [[`${at}/edit`, title]] }}
      intro={t.versionsHint}
    >
      {versions.length === 0 ? (
        <p class="card">{t.noVersions}</p>
      ) : (
        <ol class="rows">
          {versions.map(({ number, who, at: saved }, index) => (
            <li>
              <span>{who === "" ? t.before : formatName(who, view.texts)}</span>
              <p class="meta">
                <Time view={view} iso={saved} />
              </p>
              <div class="end">
                {index === 0 ? (
                  <span class="tag">{t.currentVersion}</span>
                ) : (
                  <a
                    class="button plain"
                    href={`${at}/edit?version=${number}`}
                    aria-label={`${t.openVersion}: ${formatTime(saved, view.texts.lang, view.timeZone)}`}
                  >
                    {t.openVersion}
                  </a>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
    </Page>
  );
}
