import type { Ref } from "react";
import type { FieldErrors, FieldName } from "../model/application";
import type { FormField } from "./parts";
import type { FormTexts } from "./texts";

interface ErrorSummaryProps {
  summary: Ref<HTMLDivElement>;
  errors: FieldErrors;
  /** A message about the entire form. */
  message: string | undefined;
  fields: readonly FormField[];
  /** BCP 47 tag of the company's labels, if their language is not the page's. */
  lang: string | undefined;
  texts: FormTexts;
}

export function ErrorSummary({ summary, errors, message, fields, lang, texts }: ErrorSummaryProps) {
  const messages = Object.entries(errors) as [FieldName, string][]; // FieldErrors has only these keys
  if (messages.length === 0 && !message) return null;
  return (
    <div className="error-summary" id="answer" role="alert" tabIndex={-1} ref={summary}>
      <h3>{texts["form.summary_title"]}</h3>
      {message && <p>{message}</p>}
      {messages.length > 0 && (
        <ul>
          {messages.map(([field, error]) => {
            const { label, isOurs } = fields.find(({ name }) => name === field) ?? {};
            return (
              <li key={field}>
                <a href={`#${field}`}>
                  {label && <span lang={isOurs ? undefined : lang}>{`${label} `}</span>}
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
