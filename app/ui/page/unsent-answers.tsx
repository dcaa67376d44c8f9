import type { Messages } from "../../i18n/messages";

/** A text that a candidate has written, and the label of its field. */
export interface UnsentAnswer {
  label: string;
  text: string;
}

/** What came with a form that could not be sent: it is to be copied, as there is no form. */
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
