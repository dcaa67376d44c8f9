/** @jsxImportSource hono/jsx */
import type { Setting } from "./layout";

interface PhraseProps {
  texts: Setting["texts"];
  label: string;
  /** Whether the page says what is wrong with it, as `Told` does. */
  isWrong: boolean;
}

export function PhraseField({ texts, label, isWrong }: PhraseProps) {
  return (
    <>
      <label class="above" for="phrase">
        {label}
      </label>
      <p class="soft small" id="phrase-hint">
        {texts.phraseHint}
      </p>
      <input
        class="phrase"
        type="password"
        id="phrase"
        name="phrase"
        required
        maxlength={100}
        autocomplete="current-password"
        aria-describedby={isWrong ? "fault phrase-hint" : "phrase-hint"}
        aria-invalid={isWrong ? "true" : undefined}
        autofocus={isWrong}
      />
    </>
  );
}

interface ConfirmProps {
  setting: Setting;
  /** What is about to happen, and to what. */
  what: string;
  isWrong: boolean;
}

/** Asks for the pass phrase once more; of somebody who came in by Access, for a tick. */
export function Confirm({ setting: { texts, person }, what, isWrong }: ConfirmProps) {
  if (person?.by !== "access") {
    return <PhraseField texts={texts} label={texts.phraseAgain} isWrong={isWrong} />;
  }
  return (
    <label class="tick">
      <input
        type="checkbox"
        name="sure"
        value="yes"
        required
        aria-describedby={isWrong ? "fault" : undefined}
        aria-invalid={isWrong ? "true" : undefined}
        autofocus={isWrong}
      />
      {what}
    </label>
  );
}
