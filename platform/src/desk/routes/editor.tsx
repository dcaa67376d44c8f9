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
  getDoneMessage,
  getText,
  getView,
  ID,
  logAction,
  sendPage,
  siteOrigin,
  type DeskContext,
  type DeskEnv,
} from "../context";
import { parseButton, type EntryError } from "../forms/form";
import type { Action } from "~/platform/src/desk-log";
import { CheckPage, VersionsPage, type Conflict, type EditorState } from "../pages/editor";
import { formatName, formatTime, type Section, type View } from "../pages/layout";

/** A position or a company's page that a person may edit. */
export interface Edited<Stored> {
  client: string;
  /** Undefined before it is published. */
  stored: Stored | undefined;
  /** The stored version's number of changes; 0 if there is none. */
  revision: number;
}

interface PageProps<Entries, Stored> extends EditorState {
  view: View;
  uuid: string;
  edited: Edited<Stored>;
  entries: Entries;
  context: DeskContext;
  /** The item of a list that a button changed. */
  focus?: number | undefined;
}

interface CheckState {
  title: string;
  /** The path of the page on the site. */
  path: string;
  warnings: { text: string; href?: string }[];
}

/** What differs between editing jobs and editing a company's page. */
export interface Editor<Entries, Stored, Value> {
  path: "/positions" | "/companies";
  section: Section;
  schema: z.ZodType<Entries>;
  /** Finds what a form is about. Returns undefined if the person has no access to it. */
  find: (context: DeskContext, uuid: string) => Promise<Edited<Stored> | undefined>;
  /** The entries of what is stored, or of something new. */
  toEntries: (edited: Edited<Stored>, context: DeskContext) => Entries;
  /** The entries of a version's columns. */
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
  /** Returns false if what is stored has another revision than the edited one. */
  publish: (context: DeskContext, value: Value, edited: Edited<Stored>) => Promise<boolean>;
  publishedAction: (edited: Edited<Stored>) => Action;
  publishedPath: (uuid: string) => string;
  renderPage: (props: PageProps<Entries, Stored>) => unknown;
  check: (context: DeskContext, value: Value, edited: Edited<Stored>) => CheckState;
  title: (entries: Entries, texts: View["texts"]) => string;
  /** The texts by which two people's entries are compared, with their labels. */
  compared: (entries: Entries, texts: View["texts"]) => [label: string, text: string][];
}

/** Creates the routes of an editor. Nothing is public before `publish`. */
export function createEditor<Entries, Stored, Value>(editor: Editor<Entries, Stored, Value>) {
  const routes = new Hono<DeskEnv>();
  const { path, section, schema } = editor;

  async function load(context: DeskContext) {
    const uuid = context.req.param("id") ?? "";
    const edited = await editor.find(context, uuid);
    if (!edited) return undefined;
    const found = await findDraft(context.env, uuid);
    const entries = schema.safeParse(found?.content).data;
    const draft = found && entries !== undefined ? { ...found, entries } : undefined;
    return { uuid, edited, draft, seen: `${edited.revision}.${draft?.revision ?? 0}` };
  }
  type Loaded = NonNullable<Awaited<ReturnType<typeof load>>>;

  const logSubject = ({ uuid, edited: { client } }: Loaded) =>
    path === "/companies" ? { client } : { client, position: uuid };

  const show = (
    context: DeskContext,
    { uuid, edited, draft, seen }: Loaded,
    entries: Entries,
    state: Partial<EditorState> & { focus?: number } = {},
    status: 200 | 409 | 422 = 200,
  ) =>
    sendPage(
      context,
      editor.renderPage({
        ...{ view: getView(context), context, uuid, edited, entries, seen, draft, errors: [] },
        ...state,
      }),
      status,
    );

  routes.get(`${path}/${ID}/edit`, async (context) => {
    const loaded = await load(context);
    if (!loaded) return context.notFound();
    const { uuid, edited, draft } = loaded;
    const number = context.req.query("version");
    if (number === undefined) {
      const entries = draft?.entries ?? editor.toEntries(edited, context);
      return show(context, loaded, entries, { message: getDoneMessage(context) });
    }
    const version = await findVersion(context.env, edited.client, uuid, Number(number));
    if (!version) return context.notFound();
    const view = getView(context);
    const who = version.who === "" ? view.texts.editor.before : version.who;
    const message = view.texts.editor.fromVersion(
      formatName(who, view.texts),
      formatTime(version.at, view.texts.lang, view.timeZone),
    );
    const entries = editor.fromVersion(version.columns, edited);
    return show(context, loaded, entries, { message });
  });

  routes.post(`${path}/${ID}/edit`, async (context) => {
    const loaded = await load(context);
    if (!loaded) return context.notFound();
    const { uuid, edited } = loaded;
    const { env, var: vars } = context;
    const { form, texts, person } = vars;
    const { action, index } = parseButton(form);
    const { entries, errors } = await editor.read(context, edited);
    // The entries are still based on what this form has seen.
    const seen = getText(form, "seen");
    const changed = editor.change(entries, action, index);
    if (changed !== undefined || errors.length > 0) {
      const hasErrors = errors.length > 0;
      const message = hasErrors ? undefined : texts.editor.listChanged;
      const state = { seen, message, errors };
      const status = hasErrors ? 422 : 200;
      return show(
        context,
        loaded,
        changed ?? entries,
        { ...state, ...focusOf(action, index) },
        status,
      );
    }
    const isSame = areEqual(loaded.draft?.entries ?? baseOf(loaded, context), entries);
    if (loaded.seen !== seen && !isSame) return showConflict(context, loaded, entries);
    if (!(isSame && loaded.draft)) {
      const draft = { content: entries, base: edited.revision, who: person.who };
      const seenDraft = loaded.draft?.revision ?? 0;
      if (!(await saveDraft(env, edited.client, uuid, { ...draft, seen: seenDraft }))) {
        const now = await load(context);
        return now ? showConflict(context, now, entries) : context.notFound();
      }
      await logAction(context, "drafted", logSubject(loaded));
    }
    if (action !== "check") return context.redirect(`${path}/${uuid}/edit`, 303);
    const invalid = editor.validate(entries, uuid, edited).errors;
    if (invalid.length === 0) return context.redirect(`${path}/${uuid}/check`, 303);
    const now = await load(context);
    if (!now) return context.notFound();
    const errorTitle = texts.editor.draftSavedWithErrors;
    return show(context, now, entries, { errors: invalid, errorTitle }, 422);
  });

  const baseOf = ({ edited }: Loaded, context: DeskContext) =>
    edited.stored === undefined ? undefined : editor.toEntries(edited, context);

  /** Shows entries that were not saved, because someone else has saved others in the meantime. */
  async function showConflict(context: DeskContext, loaded: Loaded, entries: Entries) {
    const { uuid, edited, draft } = loaded;
    const { texts } = context.var;
    const [latest] = await listVersions(context.env, edited.client, uuid);
    const author = draft ?? latest ?? { who: "admin", at: new Date().toISOString() };
    const theirs = draft?.entries ?? editor.toEntries(edited, context);
    const conflict: Conflict = {
      ...{ who: author.who, at: author.at },
      differences: compare(editor.compared(theirs, texts), editor.compared(entries, texts)),
    };
    return show(context, loaded, entries, { conflict }, 409);
  }

  routes.get(`${path}/${ID}/check`, async (context) => {
    const loaded = await load(context);
    if (!loaded?.draft) return loaded ? toEditor(context, loaded) : context.notFound();
    const { uuid, edited, draft, seen } = loaded;
    const { value } = editor.validate(draft.entries, uuid, edited);
    if (value === undefined) return toEditor(context, loaded);
    const checked = editor.check(context, value, edited);
    const origin = siteOrigin(context);
    const token = await previewToken(context.env.API_KEY, uuid, Date.now());
    return sendPage(
      context,
      <CheckPage
        {...{ view: getView(context), section, at: `${path}/${uuid}`, seen }}
        title={checked.title}
        link={origin && `${origin}${checked.path}?preview=${token}`}
        until={Date.now() + PREVIEW_MS}
        isPublished={edited.stored !== undefined}
        warnings={checked.warnings}
      />,
    );
  });

  const toEditor = (context: DeskContext, { uuid }: Loaded) =>
    context.redirect(`${path}/${uuid}/edit`, 303);

  routes.post(`${path}/${ID}/publish`, async (context) => {
    const loaded = await load(context);
    if (!loaded) return context.notFound();
    const { uuid, edited, draft } = loaded;
    // Sent twice.
    if (!draft) return context.redirect(editor.publishedPath(uuid), 303);
    const { value } = editor.validate(draft.entries, uuid, edited);
    if (value === undefined) return toEditor(context, loaded);
    const isSeen = loaded.seen === getText(context.var.form, "seen");
    const isCurrent = isSeen && draft.base === edited.revision;
    if (!isCurrent || !(await editor.publish(context, value, edited))) {
      const now = await load(context);
      // What is published differs from what the draft was based on, or someone else has saved the draft.
      return now
        ? showConflict(context, isSeen ? { ...now, draft: undefined } : now, draft.entries)
        : context.notFound();
    }
    await deleteDraft(context.env, edited.client, uuid);
    await logAction(context, editor.publishedAction(edited), logSubject(loaded));
    context.header(CHANGED, edited.client);
    return context.redirect(editor.publishedPath(uuid), 303);
  });

  routes.post(`${path}/${ID}/discard`, async (context) => {
    const loaded = await load(context);
    if (!loaded) return context.notFound();
    const { uuid, edited } = loaded;
    if (await deleteDraft(context.env, edited.client, uuid))
      await logAction(context, "discarded", logSubject(loaded));
    const back = edited.stored === undefined ? "/" : `${path}/${uuid}/edit`;
    return context.redirect(`${back}?done=discarded`, 303);
  });

  routes.get(`${path}/${ID}/versions`, async (context) => {
    const loaded = await load(context);
    if (!loaded) return context.notFound();
    const { uuid, edited, draft } = loaded;
    const versions = await listVersions(context.env, edited.client, uuid);
    const view = getView(context);
    const title = editor.title(draft?.entries ?? editor.toEntries(edited, context), view.texts);
    const props = { view, section, at: `${path}/${uuid}`, title, versions };
    return sendPage(context, <VersionsPage {...props} />);
  });

  return { routes, load, show };
}

const focusOf = (action: string, index: number) => {
  if (action === "up") return { focus: Math.max(0, index - 1) };
  return action === "down" ? { focus: index + 1 } : {};
};

/** Entries are plain JSON with their keys in the same order. */
const areEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const MAX_SHOWN = 300;

function compare(theirs: readonly [string, string][], yours: readonly [string, string][]) {
  const mine = new Map(yours);
  return theirs.flatMap(([label, text]) => {
    const own = mine.get(label) ?? "";
    const cut = (whole: string) =>
      whole.length > MAX_SHOWN ? `${whole.slice(0, MAX_SHOWN)}…` : whole;
    return text === own ? [] : [{ label, theirs: cut(text), yours: cut(own) }];
  });
}
