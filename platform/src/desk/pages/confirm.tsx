/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { Form, Page, type Section, type View } from "./layout";

interface CodeFieldProps {
  texts: View["texts"];
  label: string;
  /** Whether the page shows an error message for the code. */
  isWrong: boolean;
}

export function CodeField({ texts, label, isWrong }: CodeFieldProps) {
  return (
    <>
      <label class="above" for="code">
        {label}
      </label>
      <p class="soft small" id="code-hint">
        {texts.codeHint}
      </p>
      <input
        class="code"
        type="password"
        id="code"
        name="code"
        required
        maxlength={100}
        autocomplete="current-password"
        aria-describedby={isWrong ? "error code-hint" : "code-hint"}
        aria-invalid={isWrong ? "true" : undefined}
        autofocus={isWrong}
      />
    </>
  );
}

interface ConfirmProps {
  view: View;
  /** The label of the tick box. */
  what: string;
  isWrong: boolean;
}

/** Asks for the sign-in code again. People who signed in with Access tick a box instead. */
export function Confirm({ view: { texts, person }, what, isWrong }: ConfirmProps) {
  if (person?.by !== "access") {
    return <CodeField texts={texts} label={texts.codeAgain} isWrong={isWrong} />;
  }
  return (
    <label class="tick">
      <input
        type="checkbox"
        name="sure"
        value="yes"
        required
        aria-describedby={isWrong ? "error" : undefined}
        aria-invalid={isWrong ? "true" : undefined}
        autofocus={isWrong}
      />
      {what}
    </label>
  );
}

interface ConfirmPageProps extends Pick<ConfirmProps, "view" | "what"> {
  section: Section;
  title: string;
  /** Where the form is sent. */
  action: string;
  /** The path of the page to return to. */
  back: string;
  button: string;
  error?: string | undefined;
  /** Hidden inputs. */
  inputs?: Child;
  /** What is deleted or removed. */
  children: Child;
}

/** Asks for confirmation before something is deleted or removed. */
export function ConfirmPage({ view, section, title, error, children, ...props }: ConfirmPageProps) {
  return (
    <Page {...{ view, title, section, error, isNarrow: true }}>
      {children}
      <Form view={view} action={props.action}>
        {props.inputs}
        <Confirm view={view} what={props.what} isWrong={error !== undefined} />
        <div class="actions">
          <button class="danger">{props.button}</button>
          <a class="button plain" href={props.back}>
            {view.texts.keep}
          </a>
        </div>
      </Form>
    </Page>
  );
}
