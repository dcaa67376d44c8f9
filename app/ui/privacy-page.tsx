import { messagesFor } from "../i18n/messages";
import type { Language } from "../i18n/language";

export const privacyMeta = ({ data }: { data: { language: Language } | undefined }) =>
  data ? [{ title: messagesFor(data.language)["privacy.title"] }] : [];

interface PrivacyPageProps {
  language: Language;
  /** The policy, already safe; empty when there is none. */
  policyHtml: string;
  backHref: string;
}

/** A company's privacy policy as a page of its own. */
export function PrivacyPage({ language, policyHtml, backHref }: PrivacyPageProps) {
  const t = messagesFor(language);
  return (
    <main className="privacy" id="content">
      <h1>{t["privacy.title"]}</h1>
      {policyHtml === "" ? (
        <p>{t["privacy.none"]}</p>
      ) : (
        <div className="prose" dangerouslySetInnerHTML={{ __html: policyHtml }} />
      )}
      <p>
        <a href={backHref}>{t["privacy.back"]}</a>
      </p>
    </main>
  );
}
