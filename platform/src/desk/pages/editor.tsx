/** @jsxImportSource hono/jsx */
// Components that the editors of jobs and of companies' pages share.
import type { Child } from "hono/jsx";
import type { VersionRow } from "~/platform/src/companies/versions";
import type { EntryError } from "../forms/form";
import { ErrorSummary, FieldSet } from "./fields";
import { Page, type Section } from "./layout";
import { Button, ButtonLink, Card, Form, Hint, Row, Rows, Tag, type Link } from "./parts";
import { formatName, formatTime, Time, useDesk, type View } from "./view";

/** An editor's revisions, errors and messages. */
export interface EditorState {
  /** The revisions of the published version and of the draft that the entries are based on. */
  seen: string;
  errors: readonly EntryError[];
  errorTitle?: string | undefined;
  message?: string | undefined;
  draft?: Author | undefined;
  conflict?: Conflict | undefined;
  /** The item of a list that a button changed. */
  focus?: number | undefined;
}

interface Author {
  who: string;
  at: string;
}

/** A version that someone else saved in the meantime. */
export interface Conflict extends Author {
  differences: { label: string; theirs: string; yours: string }[];
}

/** A job's or a company's page at the desk. */
interface Edited {
  section: Section;
  /** Its path at the desk. */
  at: string;
  title: string;
}

interface EditorPageProps extends EditorState, Edited {
  /** Links above the title. */
  trail: readonly Link[];
  intro: Child;
  hasFiles?: boolean;
  labels: Record<string, string>;
  values: Record<string, string>;
  /** Returns the label of a field with an error, if it has none in `labels`. */
  itemLabel: (field: string) => string | undefined;
  children: Child;
}

/** An editor's page: the author of the draft or of a conflicting version, the errors, and the form with its buttons. */
export function EditorPage({ at, draft, conflict, seen, labels, ...props }: EditorPageProps) {
  const view = useDesk();
  const t = view.texts.editor;
  return (
    <Page {...props}>
      {conflict && <ConflictMessage conflict={conflict} />}
      {draft && !conflict && (
        <div class="note" role="status">
          <p>{t.draftBy(...byLine(draft, view))}</p>
          <Form action={`${at}/discard`}>
            <Button text={t.discard} kind="plain danger" />
          </Form>
        </div>
      )}
      <FieldSet errors={props.errors} labels={labels} values={props.values}>
        <ErrorSummary
          title={props.errorTitle ?? t.errorsTitle}
          label={(field) => props.itemLabel(field) ?? labels[field.replace(/\.file$/, "")] ?? field}
        />
        <Form action={`${at}/edit`} hasFiles={props.hasFiles === true} hidden={{ seen }}>
          {/* The first submit button, which the Enter key presses. */}
          <button class="enter" name="do" value="draft" tabindex={-1} aria-hidden="true" />
          {props.children}
          <div class="actions save">
            <Button text={t.preview} value="check" />
            <Button text={t.saveDraft} value="draft" kind="plain" />
          </div>
        </Form>
      </FieldSet>
    </Page>
  );
}

export const byLine = ({ who, at }: Author, view: View): [who: string, at: string] => [
  formatName(who, view.texts),
  formatTime(at, view),
];

function ConflictMessage({ conflict }: { conflict: Conflict }) {
  const view = useDesk();
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

interface CheckProps extends Edited {
  /** Undefined if the site's URL is unknown. */
  link: string | undefined;
  /** When the link expires, in ms since 1970. */
  until: number;
  isPublished: boolean;
  seen: string;
  warnings: { text: string; href?: string }[];
}

/** The last page before something is published. */
export function CheckPage({ section, at, title, link, until, seen, ...props }: CheckProps) {
  const view = useDesk();
  const t = view.texts.editor;
  const when = formatTime(new Date(until).toISOString(), view);
  return (
    <Page {...{ title: t.preview, section, trail: [[`${at}/edit`, title]] }}>
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
      {link === undefined ? (
        <p class="card">{t.noSiteUrl}</p>
      ) : (
        <Card>
          <p>
            <ButtonLink href={link} text={t.openPreview} kind="plain" isNewTab />
          </p>
          <Hint>{t.previewHint(when)}</Hint>
        </Card>
      )}
      <Form action={`${at}/publish`} hidden={{ seen }}>
        <div class="actions">
          <Button text={props.isPublished ? t.publishChanges : t.publish} />
          <ButtonLink href={`${at}/edit`} text={t.keepEditing} kind="plain" />
        </div>
      </Form>
    </Page>
  );
}

export function VersionsPage({
  section,
  at,
  title,
  versions,
}: Edited & { versions: VersionRow[] }) {
  const view = useDesk();
  const t = view.texts.editor;
  const rows = versions.map(({ number, who, at: saved }, index) => (
    <Row
      {...{ name: who === "" ? t.before : formatName(who, view.texts), isBold: false }}
      meta={<Time iso={saved} />}
      end={
        index === 0 ? (
          <Tag text={t.currentVersion} />
        ) : (
          <ButtonLink
            {...{ href: `${at}/edit?version=${number}`, text: t.openVersion, kind: "plain" }}
            label={`${t.openVersion}: ${formatTime(saved, view)}`}
          />
        )
      }
    />
  ));
  return (
    <Page
      {...{ title: t.versions, section, trail: [[`${at}/edit`, title]], intro: t.versionsHint }}
    >
      <Rows none={t.noVersions} rows={rows} />
    </Page>
  );
}
