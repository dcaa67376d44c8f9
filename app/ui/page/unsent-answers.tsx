import type { Messages } from "~/app/i18n/messages";

/** A candidate's text and its field's label. */
export interface UnsentAnswer {
  label: string;
  text: string;
}

/** Texts from a form that could not be sent, so that the candidate can copy them. */
export function UnsentAnswers({ written, t }: { written: readonly UnsentAnswer[]; t: Messages }) {
  if (written.length === 0) return null;
  return (
    <section className="screen-written card">
      <h2>{t["screen.not_sent"]}</h2>
      <p>{t["screen.not_sent_text"]}</p>
      <dl>
        {written.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
