import type { ReactNode } from "react";
import { inLanguage, LANGUAGES, languageTag, type Language } from "../../i18n/language";
import { messagesFor } from "../../i18n/messages";
import { fill } from "../../i18n/fill";
import { CompanyLogo } from "./company-image";
import { CompanyScriptSource } from "../company/company-script-source";
import { useDocument } from "./document";

export interface Company {
  name: string;
  logo?: string | undefined;
  /** CSS that cannot end its `<style>` element (`containedCss`). */
  css: string;
  /** Address of the company's career site. */
  href: string;
  privacyHref: string;
  social?: Partial<Record<"linkedin" | "instagram" | "twitter", string | undefined>>;
}

interface PageShellProps {
  company: Company;
  language: Language;
  /** The query parameter that the links to other languages keep, such as `receipt=…`. */
  kept?: string | undefined;
  /** The company's script, which runs once the page is interactive. */
  js?: string;
  children: ReactNode;
}

const SOCIAL_NAMES = { linkedin: "LinkedIn", instagram: "Instagram", twitter: "Twitter" } as const;

/** The header and the footer of a company's page, with its CSS and its script. */
export function PageShell({ company, language, kept, js = "", children }: PageShellProps) {
  const t = messagesFor(language);
  const { nonce } = useDocument();
  const links = Object.entries(company.social ?? {});
  return (
    <>
      {company.css && <style nonce={nonce} dangerouslySetInnerHTML={{ __html: company.css }} />}
      <a className="skip-link" href="#content">
        {t["skip.content"]}
      </a>
      <p className="page-status" id="page-status" role="status" />
      <header className="site-header">
        <a className="site-logo" href={company.href}>
          {company.logo ? (
            <CompanyLogo src={company.logo} name={company.name} />
          ) : (
            <>
              <span className="no-logo">{t["header.no_logo"]}</span>
              <span className="site-name" dir="auto">
                {company.name}
              </span>
            </>
          )}
        </a>
        <nav aria-label={t["languages.label"]} className="languages">
          {LANGUAGES.map((other) => (
            <a
              key={other}
              href={inLanguage(other, kept)}
              lang={languageTag(other)}
              aria-current={other === language ? "true" : undefined}
            >
              {LANGUAGE_NAMES[other]}
            </a>
          ))}
        </nav>
      </header>
      {children}
      <footer className="site-footer">
        <p>
          {fill(t["footer.copyright"], {
            year: new Date().getUTCFullYear(),
            company: company.name,
          })}
        </p>
        <ul>
          <li>
            <a href={company.privacyHref} data-policy="">
              {t["footer.privacy"]}
            </a>
          </li>
          {links.map(([network, href]) =>
            href === undefined ? null : (
              <li key={network}>
                <a href={href} rel="noopener">
                  {SOCIAL_NAMES[network as keyof typeof SOCIAL_NAMES]}
                </a>
              </li>
            ),
          )}
        </ul>
      </footer>
      <PolicyDialog language={language} />
      <CompanyScriptSource js={js} nonce={nonce} />
    </>
  );
}

/** An empty dialog, which `policy-dialog.ts` fills and opens. */
function PolicyDialog({ language }: { language: Language }) {
  const t = messagesFor(language);
  return (
    <dialog
      className="policy-dialog"
      id="policy"
      aria-labelledby="policy-title"
      data-waiting={t["privacy.loading"]}
      data-failed={t["error.network"]}
      data-open-page={t["privacy.open_page"]}
    >
      <form method="dialog" className="policy-dialog-head">
        <h2 id="policy-title">{t["privacy.title"]}</h2>
        <button className="policy-dialog-close" aria-label={t["privacy.close"]}>
          ×
        </button>
      </form>
      <p className="policy-dialog-status" role="status" />
      <div className="prose" dir="auto" data-policy-contents="" />
    </dialog>
  );
}

/** The name of each language in that language. */
const LANGUAGE_NAMES: Record<Language, string> = {
  "es-es": "Español",
  "es-mx": "Español (México)",
  en: "English",
};
