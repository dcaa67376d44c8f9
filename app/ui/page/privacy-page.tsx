import { messagesFor } from "~/app/i18n/messages";
import type { Language } from "~/app/i18n/language";
import type { PageKind } from "./page-kind";
import { plainTitle } from "./page-title";
import { PageShell, type Company } from "./page-shell";

export const privacyKind: PageKind<PrivacyPageProps> = {
  sheets: () => ["screen"],
  title: ({ language }) => plainTitle(messagesFor(language)["privacy.title"]),
  head: ({ favicon }) => ({ favicon }),
};

export interface PrivacyPageProps {
  company: Company;
  favicon?: string | undefined;
  language: Language;
  /** BCP 47 tag of the policy, if its language isn't the page's. */
  partLanguage: string | undefined;
  /** Safe HTML; empty if there is no policy, undefined if it isn't published yet. */
  policyHtml?: string | undefined;
  backHref: string;
}

export function PrivacyPage(props: PrivacyPageProps) {
  const { company, language, partLanguage, policyHtml, backHref } = props;
  const t = messagesFor(language);
  return (
    <PageShell company={company} language={language}>
      <main className="privacy" id="content">
        <h1>{t["privacy.title"]}</h1>
        {!policyHtml ? (
          <div data-policy-contents="">
            <p>{policyHtml === "" ? t["privacy.none"] : t["form.opens_soon"]}</p>
          </div>
        ) : (
          <div
            className="prose"
            lang={partLanguage}
            dir="auto"
            data-policy-contents=""
            dangerouslySetInnerHTML={{ __html: policyHtml }}
          />
        )}
        <p>
          <a href={backHref}>{t["privacy.back"]}</a>
        </p>
      </main>
    </PageShell>
  );
}
