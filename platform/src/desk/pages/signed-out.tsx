/** @jsxImportSource hono/jsx */
import type { Kept } from "../kept";
import { CodeField } from "./confirm";
import { Message, Page, type View } from "./layout";

interface SignInProps {
  view: View;
  /** The page to open after signing in. */
  next: string;
  error?: string;
  /** A form that was sent after the session ended. */
  kept?: Kept | undefined;
}

export function SignInPage({ view, next, error, kept }: SignInProps) {
  const { texts } = view;
  return (
    <Page
      {...{ view, title: texts.signIn, heading: texts.desk, error, isNarrow: true }}
      intro={texts.signInHint}
    >
      {kept && <Message text={texts.editor.kept} />}
      <form class="card" method="post" action="/in">
        <input type="hidden" name="next" value={next} />
        {kept && <input type="hidden" name="kept" value={JSON.stringify(kept)} />}
        <CodeField texts={texts} label={texts.code} isWrong={error !== undefined} />
        <div class="actions">
          <button>{texts.signIn}</button>
        </div>
      </form>
    </Page>
  );
}

interface KeptProps {
  view: View;
  kept: Kept;
  /** The form token of the session. */
  token: string;
  why: string;
}

/** Sends a form again that was sent before the person signed in. */
export function KeptPage({ view, kept, token, why }: KeptProps) {
  const { editor } = view.texts;
  return (
    <Page {...{ view, title: editor.keptTitle, isNarrow: true }}>
      <p>{why}</p>
      {kept.path.startsWith("/companies/") && <p>{editor.keptFiles}</p>}
      <form method="post" action={kept.path}>
        <input type="hidden" name="token" value={token} />
        {kept.entries.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <div class="actions">
          <button>{editor.continue}</button>
        </div>
      </form>
    </Page>
  );
}

interface ErrorProps {
  view: View;
  title: string;
  why: string;
  /** Whether to show a link to the positions. */
  hasBackLink?: boolean;
}

export function ErrorPage({ view, title, why, hasBackLink = false }: ErrorProps) {
  const { texts } = view;
  return (
    <Page {...{ view, title, isNarrow: true }}>
      <p>{why}</p>
      {hasBackLink && (
        <p>
          <a class="button" href="/">
            {texts.back}
          </a>
        </p>
      )}
    </Page>
  );
}
