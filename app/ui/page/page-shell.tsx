import { Fragment, type ReactNode } from "react";
import type { Texts } from "~/contract/texts";
import { languageHref, languageTag, type Language } from "~/app/i18n/language";
import { messagesFor, type Messages } from "~/app/i18n/messages";
import { fill } from "~/app/i18n/fill";
import { withSource } from "~/app/candidate-source";
import { CompanyLogo } from "./company-image";
import { CompanyScriptSource } from "../company/company-script-source";
import { useDocument } from "./document";
import { companyInitials } from "./initials";

export interface Company {
  name: string;
  logo?: string | undefined;
  /** Escaped so that it can't end its `<style>` element (`escapeCss`). */
  css: string;
  /** URL of the company's career site. */
  href: string;
  privacyHref: string;
  /** The languages of the company's pages. */
  languages: readonly Language[];
  /** The candidate's source as a query, for links to other languages. */
  source: string;
  /** The company's texts. */
  texts?: Texts | undefined;
  social?: Partial<Record<"linkedin" | "instagram" | "twitter", string | undefined>>;
}

interface PageShellProps {
  company: Company;
  language: Language;
  /** A query parameter for links to other languages, such as `receipt=…`. */
  keptQuery?: string | undefined;
  /** The company's script. */
  js?: string;
  /** Whether the page is unpublished. */
  isPreview?: boolean;
  children: ReactNode;
}

const SOCIAL_NAMES = { linkedin: "LinkedIn", instagram: "Instagram", twitter: "Twitter" } as const;

/** The header and footer of a company's page, with its CSS and script. */
export function PageShell(props: PageShellProps) {
  const { company, language, js = "", isPreview = false, children } = props;
  const t = messagesFor(language, company.texts);
  const { nonce } = useDocument();
  return (
    <>
      {company.css && <style nonce={nonce} dangerouslySetInnerHTML={{ __html: company.css }} />}
      <a className="skip-link" href="#content">
        {t["skip.content"]}
      </a>
      <p className="page-status" id="page-status" role="status" />
      <header className="site-header">
        <a className="site-logo" href={company.href}>
          <Logo company={company} text={t["header.no_logo"]} />
        </a>{" "}
        <LanguageLinks {...props} />
      </header>
      {isPreview && (
        <aside className="preview-notice">
          <p>{t["preview.notice"]}</p>
        </aside>
      )}
      {children}
      <footer className="site-footer" {...policyTexts(t)}>
        <p>
          {fill(t["footer.copyright"], {
            // oxlint-disable-next-line react/purity -- this is rendered once, on the server
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
          {Object.entries(company.social ?? {}).map(([network, href]) =>
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
      <CompanyScriptSource js={js} nonce={nonce} />
    </>
  );
}

const Logo = ({ company: { logo, name }, text }: { company: Company; text: string }) =>
  logo ? (
    <CompanyLogo src={logo} name={name} />
  ) : (
    <>
      <span className="site-name" dir="auto">
        {name}
      </span>{" "}
      <span className="no-logo" data-initials={companyInitials(name)}>
        <span className="visually-hidden">{text}</span>
      </span>
    </>
  );

function LanguageLinks({ company, language, keptQuery }: PageShellProps) {
  const t = messagesFor(language, company.texts);
  return (
    <nav aria-label={t["languages.label"]} className="languages">
      {company.languages.map((other) => (
        <Fragment key={other}>
          <a
            href={withSource(languageHref(other, keptQuery), company.source)}
            lang={languageTag(other)}
            aria-current={other === language ? "true" : undefined}
          >
            {messagesFor(nameLanguage(other, company.languages))["languages.name"]}
          </a>{" "}
        </Fragment>
      ))}
    </nav>
  );
}

/** Texts for the dialog that `policy-dialog.ts` creates. */
function policyTexts(t: Messages) {
  return {
    "data-policy-title": t["privacy.title"],
    "data-close": t["privacy.close"],
    "data-waiting": t["privacy.loading"],
    "data-failed": t["error.network"],
    "data-open-page": t["privacy.open_page"],
  };
}

/** Returns the language whose name a link shows. If Mexican Spanish is the only Spanish, its link says "Español". */
const nameLanguage = (language: Language, all: readonly Language[]): Language =>
  language === "es-mx" && !all.includes("es-es") ? "es-es" : language;
