/** @jsxImportSource hono/jsx */
import type { View } from "./layout";

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
