import { previewParameter } from "../addresses";
import { fieldLabel } from "../application/fields/reserved";
import { messagesFor } from "../i18n/messages";
import { PositionShell } from "./position-shell";
import type { PositionView } from "./position-view.server";

interface PreviewPageProps {
  position: PositionView;
  token: string;
}

/** An unpublished position. Its questions are listed instead of the form. */
export function PreviewPage({ position, token }: PreviewPageProps) {
  const { page, language } = position;
  const t = messagesFor(language);
  const questions = [
    ...page.fields.map((field) => fieldLabel(field, t).text),
    ...page.killerQuestions.map(({ text }) => text),
    ...page.openQuestions,
  ];
  return (
    <PositionShell position={position} kept={previewParameter(token)} isPreview>
      <section className="application-form card" aria-labelledby="application-title">
        <h2 id="application-title">{t["apply.form_title"]}</h2>
        <p>{t["preview.no_form"]}</p>
        {questions.length > 0 && (
          <>
            <p>{t["preview.questions"]}</p>
            <ol lang={position.partLanguage}>
              {questions.map((question, index) => (
                <li key={index} dir="auto">
                  {question}
                </li>
              ))}
            </ol>
          </>
        )}
      </section>
    </PositionShell>
  );
}
