/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import type * as z from "zod";
import {
  deleteDraft,
  findDraft,
  findVersion,
  listVersions,
  saveDraft,
} from "~/platform/src/companies/versions";
import { previewToken, PREVIEW_MS } from "~/platform/src/secrets";
import {
  CHANGED,
  getText,
  ID,
  logAction,
  siteOrigin,
  type DeskContext,
  type DeskEnv,
} from "../context";
import { parseButton, type EntryError } from "../forms/form";
import type { Action } from "~/platform/src/desk-log";
import { byLine, CheckPage, VersionsPage, type EditorState } from "../pages/editor";
import type { Section } from "../pages/layout";
import type { View } from "../pages/view";
import type { EditorTexts } from "../editor-texts";

/** A position or a company's page that a person may edit. */
export interface Edited<Stored> {
  client: string;
  /** Undefined before it is published. */
  stored: Stored | undefined;
  /** The stored version's number of changes; 0 if there is none. */
  revision: number;
}

interface PageProps<Entries, Stored> extends EditorState {
  uuid: string;
  edited: Edited<Stored>;
  entries: Entries;
  context: DeskContext;
}

interface CheckState {
  title: string;
  /** The path of the page on the site. */
  path: string;
  warnings: { text: string; href?: string }[];
}

/** The differences between the editors of jobs and of companies' pages. */
export interface Editor<Entries, Stored, Value> {
  path: "/positions" | "/companies";
  section: Section;
  schema: z.ZodType<Entries>;
  /** Finds the position or company to edit. Returns undefined if the person has no access to it. */
  find: (context: DeskContext, uuid: string) => Promise<Edited<Stored> | undefined>;
  /** Returns the entries of the stored version, or of a new one. */
  toEntries: (edited: Edited<Stored>, context: DeskContext) => Entries;
  /** Converts a version's columns to entries. */
  fromVersion: (columns: Record<string, unknown>, edited: Edited<Stored>) => Entries;
  read: (
    context: DeskContext,
    edited: Edited<Stored>,
  ) => Promise<{ entries: Entries; errors: readonly EntryError[] }>;
  /** Adds, moves or removes an item of a list. Returns undefined if the button does something else. */
  change: (entries: Entries, action: string, index: number) => Entries | undefined;
  validate: (
    entries: Entries,
    uuid: string,
    edited: Edited<Stored>,
  ) => { value?: Value; errors: readonly EntryError[] };
  /** Returns false if the stored revision is not the edited one. */
  publish: (context: DeskContext, value: Value, edited: Edited<Stored>) => Promise<boolean>;
  publishedAction: (edited: Edited<Stored>) => Action;
  publishedPath: (uuid: string) => string;
  renderPage: (props: PageProps<Entries, Stored>) => Parameters<DeskContext["render"]>[0];
  check: (context: DeskContext, value: Value, edited: Edited<Stored>) => CheckState;
  title: (entries: Entries, texts: View["texts"]) => string;
  /** Labels of the texts in which two people's entries are compared. */
  labels: (texts: EditorTexts) => Record<string, string>;
  compareMore?: (entries: Entries, texts: View["texts"]) => [label: string, text: string][];
}

/** Creates the routes of an editor. Nothing is public before `publish`. */
export function createEditor<Entries extends { texts: Record<string, string> }, Stored, Value>(
  editor: Editor<Entries, Stored, Value>,
) {
  const routes = new Hono<DeskEnv>();
  const { path, section, schema } = editor;
  type Loaded = NonNullable<Awaited<ReturnType<typeof load>>>;

  async function load(context: DeskContext) {
    const uuid = context.req.param("id") ?? "";
    const edited = await editor.find(context, uuid);
    if (!edited) return undefined;
    const found = await findDraft(context.env, uuid);
    const entries = schema.safeParse(found?.content).data;
    const draft = found && entries !== undefined ? { ...found, entries } : undefined;
    return { uuid, edited, draft, seen: `${edited.revision}.${draft?.revision ?? 0}` };
  }

  /** Wraps a handler that needs the position or company, if the person may edit it. */
  const withLoaded =
    (handle: (context: DeskContext, loaded: Loaded) => Promise<Response>) =>
    async (context: DeskContext) => {
      const loaded = await load(context);
      return loaded ? handle(context, loaded) : context.notFound();
    };

  const on = (method: "get" | "post", what: string, handle: Parameters<typeof withLoaded>[0]) =>
    routes[method](`${path}/${ID}/${what}`, withLoaded(handle));

  const logSubject = ({ uuid, edited: { client } }: Loaded) =>
    path === "/companies" ? { client } : { client, position: uuid };

  async function show(
    context: DeskContext,
    { uuid, edited, draft, seen }: Loaded,
    entries: Entries,
    state: Partial<EditorState> = {},
  ) {
    if (state.conflict) context.status(409);
    else if (state.errors && state.errors.length > 0) context.status(422);
    const props = { context, uuid, edited, entries, seen, draft, errors: [], ...state };
    return context.render(editor.renderPage(props));
  }

  const currentEntries = ({ draft, edited }: Loaded, context: DeskContext) =>
    draft?.entries ?? editor.toEntries(edited, context);

  const toEditor = (context: DeskContext, { uuid }: Loaded) =>
    context.redirect(`${path}/${uuid}/edit`, 303);

  on("get", "edit", async (context, loaded) => {
    const { uuid, edited } = loaded;
    const number = context.req.query("version");
    if (number === undefined) return show(context, loaded, currentEntries(loaded, context));
    const version = await findVersion(context.env, edited.client, uuid, Number(number));
    if (!version) return context.notFound();
    const t = context.var.texts.editor;
    const author = { ...version, who: version.who || t.before };
    const message = t.fromVersion(...byLine(author, context.var));
    return show(context, loaded, editor.fromVersion(version.columns, edited), { message });
  });

  on("post", "edit", async (context, loaded) => {
    const { form, texts } = context.var;
    const { action, index } = parseButton(form);
    const { entries, errors } = await editor.read(context, loaded.edited);
    // The entries are still based on the revisions that this form was rendered with.
    const seen = getText(form, "seen");
    const changed = editor.change(entries, action, index);
    const state = { seen, ...focusOf(action, index) };
    if (errors.length > 0) return show(context, loaded, changed ?? entries, { ...state, errors });
    if (changed !== undefined)
      return show(context, loaded, changed, { ...state, message: texts.editor.listChanged });
    const refused = await keep(context, loaded, entries, seen);
    if (refused) return refused;
    if (action !== "check") return toEditor(context, loaded);
    const invalid = editor.validate(entries, loaded.uuid, loaded.edited).errors;
    if (invalid.length === 0) return context.redirect(`${path}/${loaded.uuid}/check`, 303);
    const errorTitle = texts.editor.draftSavedWithErrors;
    return withLoaded((_, now) => show(context, now, entries, { errors: invalid, errorTitle }))(
      context,
    );
  });

  /** Saves entries as the draft. Returns a response if someone else has saved different ones. */
  async function keep(context: DeskContext, loaded: Loaded, entries: Entries, seen: string) {
    const { uuid, edited, draft } = loaded;
    const isNew = !draft && edited.stored === undefined;
    const isSame = !isNew && areEqual(currentEntries(loaded, context), entries);
    if (loaded.seen !== seen && !isSame) return showConflict(context, loaded, entries);
    if (isSame && draft) return undefined;
    const { who } = context.var.person;
    const changes = { content: entries, base: edited.revision, who, seen: draft?.revision ?? 0 };
    if (!(await saveDraft(context.env, edited.client, uuid, changes)))
      return withLoaded((_, now) => showConflict(context, now, entries))(context);
    await logAction(context, "drafted", logSubject(loaded));
    return undefined;
  }

  /** Shows entries that were not saved, because someone else has saved different ones in the meantime. */
  async function showConflict(context: DeskContext, loaded: Loaded, entries: Entries) {
    const { uuid, edited, draft } = loaded;
    const [latest] = await listVersions(context.env, edited.client, uuid);
    const { who, at } = draft ?? latest ?? { who: "admin", at: new Date().toISOString() };
    const theirs = compared(currentEntries(loaded, context), context);
    const differences = compare(theirs, compared(entries, context));
    return show(context, loaded, entries, { conflict: { who, at, differences } });
  }

  /** Returns the texts in which two people's entries are compared, with their labels. */
  function compared(entries: Entries, { var: { texts } }: DeskContext): [string, string][] {
    const labels = editor.labels(texts.editor);
    const named = Object.entries(entries.texts).map(([name, text]): [string, string] => [
      labels[name] ?? name,
      text,
    ]);
    return [...named, ...(editor.compareMore?.(entries, texts) ?? [])];
  }

  on("get", "check", async (context, loaded) => {
    const { uuid, edited, draft, seen } = loaded;
    const { value } = draft ? editor.validate(draft.entries, uuid, edited) : {};
    if (value === undefined) return toEditor(context, loaded);
    const { path: page, ...checked } = editor.check(context, value, edited);
    const origin = siteOrigin(context);
    const token = await previewToken(context.env.API_KEY, uuid, Date.now());
    return context.render(
      <CheckPage
        {...{ section, at: `${path}/${uuid}`, seen, ...checked }}
        link={origin && `${origin}${page}?preview=${token}`}
        until={Date.now() + PREVIEW_MS}
        isPublished={edited.stored !== undefined}
      />,
    );
  });

  on("post", "publish", async (context, loaded) => {
    const { uuid, edited, draft } = loaded;
    // The form was sent twice.
    if (!draft) return context.redirect(editor.publishedPath(uuid), 303);
    const { value } = editor.validate(draft.entries, uuid, edited);
    if (value === undefined) return toEditor(context, loaded);
    const isSeen = loaded.seen === getText(context.var.form, "seen");
    const isCurrent = isSeen && draft.base === edited.revision;
    if (!isCurrent || !(await editor.publish(context, value, edited))) {
      // The published version is not the one that the draft was based on, or someone else has saved the draft.
      return withLoaded((_, { draft: latest, ...now }) => {
        const theirs = { ...now, draft: isSeen ? undefined : latest };
        return showConflict(context, theirs, draft.entries);
      })(context);
    }
    await deleteDraft(context.env, edited.client, uuid);
    await logAction(context, editor.publishedAction(edited), logSubject(loaded));
    context.header(CHANGED, edited.client);
    return context.redirect(editor.publishedPath(uuid), 303);
  });

  on("post", "discard", async (context, loaded) => {
    const { uuid, edited } = loaded;
    if (await deleteDraft(context.env, edited.client, uuid))
      await logAction(context, "discarded", logSubject(loaded));
    const back = edited.stored === undefined ? "/" : `${path}/${uuid}/edit`;
    return context.redirect(`${back}?done=discarded`, 303);
  });

  on("get", "versions", async (context, loaded) => {
    const { uuid, edited } = loaded;
    const versions = await listVersions(context.env, edited.client, uuid);
    const title = editor.title(currentEntries(loaded, context), context.var.texts);
    const props = { section, at: `${path}/${uuid}`, title, versions };
    return context.render(<VersionsPage {...props} />);
  });

  return { routes, show };
}

const focusOf = (action: string, index: number) => {
  if (action === "up") return { focus: Math.max(0, index - 1) };
  return action === "down" ? { focus: index + 1 } : {};
};

/** Entries are plain JSON with their keys in the same order. */
const areEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const MAX_SHOWN = 300;

function compare(theirs: readonly [string, string][], yours: readonly [string, string][]) {
  const mine = new Map(yours);
  const cut = (text: string) => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
  return theirs.flatMap(([label, text]) => {
    const entry = mine.get(label) ?? "";
    return text === entry ? [] : [{ label, theirs: cut(text), yours: cut(entry) }];
  });
}
