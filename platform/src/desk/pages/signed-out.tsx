/** @jsxImportSource hono/jsx */
import { CodeField } from "./confirm";
import { Page, Message, type View } from "./layout";

interface SignInProps {
  view: View;
  /** The page to open after signing in. */
  next: string;
  error?: string;
  /** A note that was sent after the session ended. */
  unsaved?: string | undefined;
}

export function SignInPage({ view, next, error, unsaved }: SignInProps) {
  const { texts } = view;
  return (
    <Page view={view} title={texts.signIn}>
      <div class="narrow">
        <h1>{texts.desk}</h1>
        <p class="soft">{texts.signInHint}</p>
        <Message text={error} isBad />
        {unsaved !== undefined && (
          <div class="card">
            <label class="above" for="unsaved">
              {texts.noteUnsaved}
            </label>
            <textarea id="unsaved" rows={8} readonly>
              {`\n${unsaved}`}
            </textarea>
          </div>
        )}
        <form class="card" method="post" action="/in">
          <input type="hidden" name="next" value={next} />
          <CodeField texts={texts} label={texts.code} isWrong={error !== undefined} />
          <div class="actions">
            <button>{texts.signIn}</button>
          </div>
        </form>
      </div>
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
    <Page view={view} title={title}>
      <div class="narrow">
        <h1>{title}</h1>
        <p>{why}</p>
        {hasBackLink && (
          <p>
            <a class="button" href="/">
              {texts.back}
            </a>
          </p>
        )}
      </div>
    </Page>
  );
}
