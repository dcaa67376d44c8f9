import type { ReactNode } from "react";
import { LANGUAGES, languageTag, type Language } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { fill } from "../i18n/fill";
import { useDocument } from "./document";

interface Company {
  name: string;
  logo?: string | undefined;
  /** CSS, already contained. */
  css: string;
  /** Address of the company's career site. */
  href: string;
  privacyHref: string;
  social?: Partial<Record<"linkedin" | "instagram" | "twitter", string | undefined>>;
}

interface PageShellProps {
  company: Company;
  language: Language;
  children: ReactNode;
}

const SOCIAL_NAMES = { linkedin: "LinkedIn", instagram: "Instagram", twitter: "Twitter" } as const;

/** What stands around every page of a company: its brand, its header, its footer. */
export function PageShell({ company, language, children }: PageShellProps) {
  const t = messagesFor(language);
  const { nonce } = useDocument();
  const links = Object.entries(company.social ?? {});
  return (
    <>
      {company.css && <style nonce={nonce} dangerouslySetInnerHTML={{ __html: company.css }} />}
      <a className="skip-link" href="#content">
        {t["skip.content"]}
      </a>
      <header className="site-header">
        <a className="site-logo" href={company.href}>
          {company.logo ? (
            <img src={company.logo} alt={company.name} height="40" />
          ) : (
            <>
              <span className="no-logo">{t["header.no_logo"]}</span>
              <span className="site-name">{company.name}</span>
            </>
          )}
        </a>
        <nav aria-label={t["languages.label"]} className="languages">
          {LANGUAGES.map((other) => (
            <a
              key={other}
              href={`?lang=${other}`}
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
            <a href={company.privacyHref}>{t["footer.privacy"]}</a>
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
    </>
  );
}

/** Each language in its own words, as people look for it. */
const LANGUAGE_NAMES: Record<Language, string> = {
  "es-es": "Español",
  "es-mx": "Español (México)",
  en: "English",
};
