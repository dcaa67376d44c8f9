/** @jsxImportSource hono/jsx */
import type { Kept } from "../kept";
import { CodeField } from "./confirm";
import { Page } from "./layout";
import { Button, ButtonLink, Hidden, Message } from "./parts";
import { useDesk } from "./view";

/**
 * @param next the page to open after signing in
 * @param kept a form that was sent after the session ended
 */
export function SignInPage({ next, kept }: { next: string; kept?: Kept | undefined }) {
  const { texts } = useDesk();
  return (
    <Page
      {...{ title: texts.signIn, heading: texts.desk, intro: texts.signInHint, isNarrow: true }}
    >
      {kept && <Message text={texts.editor.kept} />}
      <form class="card" method="post" action="/in">
        <Hidden {...{ next, kept: kept && JSON.stringify(kept) }} />
        <CodeField label={texts.code} />
        <div class="actions">
          <Button text={texts.signIn} />
        </div>
      </form>
    </Page>
  );
}

/**
 * Resends a form that was sent before the person signed in.
 *
 * @param token the form token of the session
 */
export function KeptPage({ kept, token, why }: { kept: Kept; token: string; why: string }) {
  const { editor } = useDesk().texts;
  return (
    <Page title={editor.keptTitle} isNarrow>
      <p>{why}</p>
      {kept.path.startsWith("/companies/") && <p>{editor.keptFiles}</p>}
      <form method="post" action={kept.path}>
        <Hidden token={token} />
        {kept.entries.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <div class="actions">
          <Button text={editor.continue} />
        </div>
      </form>
    </Page>
  );
}

interface ErrorProps {
  title: string;
  why: string;
  /** Whether to show a link to the positions. */
  hasBackLink: boolean;
}

export function ErrorPage({ title, why, hasBackLink }: ErrorProps) {
  const { texts } = useDesk();
  return (
    <Page title={title} isNarrow>
      <p>{why}</p>
      {hasBackLink && (
        <p>
          <ButtonLink text={texts.back} href="/" />
        </p>
      )}
    </Page>
  );
}
