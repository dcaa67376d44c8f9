/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";
import { Page, type Section } from "./layout";
import { Button, ButtonLink, Form, Hint } from "./parts";
import { useDesk } from "./view";

export function CodeField({ label }: { label: string }) {
  const { texts, error } = useDesk();
  const isWrong = error !== undefined;
  return (
    <>
      <label class="above" for="code">
        {label}
      </label>
      <Hint id="code-hint">{texts.codeHint}</Hint>
      <input
        {...{ class: "code", type: "password", id: "code", name: "code", maxlength: 100 }}
        required
        autocomplete="current-password"
        aria-describedby={isWrong ? "error code-hint" : "code-hint"}
        aria-invalid={isWrong ? "true" : undefined}
        autofocus={isWrong}
      />
    </>
  );
}

/**
 * Asks for the sign-in code again. People who signed in with Access tick a box instead.
 *
 * @param what the label of the tick box
 */
export function Confirm({ what }: { what: string }) {
  const { texts, person, error } = useDesk();
  const isWrong = error !== undefined;
  if (person?.by !== "access") return <CodeField label={texts.codeAgain} />;
  return (
    <label class="tick">
      <input
        {...{ type: "checkbox", name: "sure", value: "yes", required: true, autofocus: isWrong }}
        aria-describedby={isWrong ? "error" : undefined}
        aria-invalid={isWrong ? "true" : undefined}
      />
      {what}
    </label>
  );
}

interface ConfirmPageProps {
  section: Section;
  title: string;
  /** The URL to which the form is sent. */
  action: string;
  /** The path of the page to return to. */
  back: string;
  what: string;
  button: string;
  hidden?: Parameters<typeof Form>[0]["hidden"] & object;
  children: Child;
}

/** Asks for confirmation before something is deleted or removed. */
export function ConfirmPage({ section, title, hidden = {}, children, ...props }: ConfirmPageProps) {
  return (
    <Page {...{ title, section, isNarrow: true }}>
      {children}
      <Form {...{ action: props.action, hidden }}>
        <Confirm what={props.what} />
        <div class="actions">
          <Button text={props.button} kind="danger" />
          <ButtonLink text={useDesk().texts.keep} kind="plain" href={props.back} />
        </div>
      </Form>
    </Page>
  );
}
