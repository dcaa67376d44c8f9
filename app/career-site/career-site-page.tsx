import { fill } from "../i18n/fill";
import { languageTag } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { SourceFields } from "../ui/page/source-fields";
import { CompanyImage } from "../ui/page/company-image";
import { CompanySections } from "../ui/page/company-sections";
import { Lines } from "../ui/page/lines";
import type { CareerSiteView } from "./career-site-view.server";
import { resultsText } from "./results-text";
import { QUERY_MAX_LENGTH } from "./search";

interface CareerSitePageProps {
  site: CareerSiteView;
  /** The list's rows as HTML (`jobRows`). */
  rows: string;
}

/** A company's open positions, with a search that works without scripts (`live-search.ts` adds to it). */
export function CareerSitePage({ site, rows }: CareerSitePageProps) {
  const t = messagesFor(site.language);
  const { wanted, found, partLanguage: lang } = site;
  const counts = { one: t["career.results_one"], many: t["career.results"] };
  return (
    <main className="career-site" id="content">
      {site.image && <CompanyImage className="hero-image" src={site.image} />}
      <div className="hero-panel card">
        <h1>{fill(t["career.title_at"], { company: site.company.name })}</h1>
        <form
          className="search"
          role="search"
          method="get"
          data-live-search={site.isComplete ? "complete" : ""}
          data-loading={t["career.loading"]}
          data-failed={t["error.network"]}
        >
          {site.languageAsked && <input type="hidden" name="lang" value={site.languageAsked} />}
          <SourceFields source={site.source} />
          <label htmlFor="q">{t["career.search_label"]}</label>
          <div className="search-row">
            <input
              id="q"
              name="q"
              type="search"
              defaultValue={wanted.query}
              maxLength={QUERY_MAX_LENGTH}
              autoComplete="off"
              enterKeyHint="search"
            />
            <button className="button">{t["career.search"]}</button>
          </div>
          <FilterFields site={site} />
        </form>
      </div>
      <section className="jobs" aria-labelledby="jobs-title">
        <div className="jobs-heading">
          <h2 id="jobs-title">{t["career.open_positions"]}</h2>
          <p role="status" id="job-count" data-one={counts.one} data-many={counts.many}>
            {resultsText(found, counts, languageTag(site.language))}
          </p>
        </div>
        <div
          id="jobs"
          data-loading={t["career.loading"]}
          data-none={t["career.no_jobs"]}
          data-searched={t["career.searched"]}
          data-clear={t["career.clear"]}
          data-href={site.href}
        >
          {found === 0 && <Empty site={site} />}
          <ul
            className="job-list card"
            hidden={found === 0}
            lang={lang}
            data-loading={t["position.loading"]}
            data-sent={t["apply.already_applied"]}
            data-receipt={t["receipt.see"]}
            dangerouslySetInnerHTML={{ __html: rows }}
          />
          <Pages site={site} />
        </div>
      </section>
      {site.description !== "" && (
        <section className="about">
          <h2>{t["career.about"]}</h2>
          <p lang={lang} dir="auto">
            <Lines text={site.description} />
          </p>
        </section>
      )}
      <CompanySections sections={site.sections} lang={lang} />
    </main>
  );
}

/** A choice among departments and among places, where there are many jobs. */
function FilterFields({ site }: { site: CareerSiteView }) {
  const { filters, wanted, language, partLanguage: lang } = site;
  const t = messagesFor(language);
  const names = (["department", "location"] as const).filter((name) => filters[name].length > 0);
  if (names.length === 0) return null;
  return (
    <div className="filters">
      {names.map((name) => (
        <p key={name}>
          <label htmlFor={name}>{t[`career.${name}`]}</label>{" "}
          <select id={name} name={name} defaultValue={wanted[name]} lang={lang}>
            <option value="" lang={lang && languageTag(language)}>
              {t["career.any"]}
            </option>
            {filters[name].map((value) => (
              <option key={value}>{value}</option>
            ))}
          </select>
        </p>
      ))}
    </div>
  );
}

/** Says that no job was found, and for which words; where there are jobs, it leads to all of them. */
function Empty({ site: { wanted, language, hasJobs, href } }: { site: CareerSiteView }) {
  const t = messagesFor(language);
  return (
    <div className="empty">
      <p>{t["career.no_jobs"]}</p>
      {wanted.query !== "" && <p>{fill(t["career.searched"], { query: wanted.query })}</p>}
      {hasJobs ? <a href={href}>{t["career.clear"]}</a> : <p>{t["career.none"]}</p>}
    </div>
  );
}

/** Links to the previous and the next page of a long list. */
function Pages({ site: { page, language } }: { site: CareerSiteView }) {
  if (page.of === 1) return null;
  const t = messagesFor(language);
  return (
    <nav className="pages" aria-label={t["career.pages"]}>
      {page.previousHref && (
        <a href={page.previousHref} rel="prev">
          {t["career.previous"]}
        </a>
      )}
      <p>{fill(t["career.page"], { page: page.number, pages: page.of })}</p>
      {page.nextHref && (
        <a href={page.nextHref} rel="next">
          {t["career.next"]}
        </a>
      )}
    </nav>
  );
}
