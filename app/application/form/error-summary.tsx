import type { Ref } from "react";
import type { FieldErrors, FieldName } from "../model/application";
import type { AskedField } from "./parts";
import type { FormTexts } from "./texts";

interface ErrorSummaryProps {
  /** Receives the summary, so that it can take the focus. */
  summary: Ref<HTMLDivElement>;
  errors: FieldErrors;
  /** What is wrong with the form as a whole. */
  message: string | undefined;
  /** The questions' own words: two that are unanswered are told apart by them. */
  asked: readonly AskedField[];
  /** Of the company's words, where it is not the page's. */
  lang: string | undefined;
  texts: FormTexts;
}

/** All that is wrong, on top of the form; each message leads to its field. */
export function ErrorSummary({ summary, errors, message, asked, lang, texts }: ErrorSummaryProps) {
  const faults = Object.entries(errors) as [FieldName, string][]; // what a FieldErrors has
  if (faults.length === 0 && !message) return null;
  return (
    <div className="error-summary" id="answer" role="alert" tabIndex={-1} ref={summary}>
      <h3>{texts["form.summary_title"]}</h3>
      {message && <p>{message}</p>}
      {faults.length > 0 && (
        <ul>
          {faults.map(([field, error]) => {
            const { text, isOurs } = asked.find(({ name }) => name === field) ?? {};
            return (
              <li key={field}>
                <a href={`#${field}`}>
                  {text && <span lang={isOurs ? undefined : lang}>{`${text} `}</span>}
                  {error}
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
