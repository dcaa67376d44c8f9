import { fill } from "../i18n/fill";
import { languageTag } from "../i18n/language";
import { messagesFor } from "../i18n/messages";
import { CompanyImage } from "../ui/page/company-image";
import { Lines } from "../ui/page/lines";
import type { CareerSiteView } from "./career-site-view.server";
import { resultsText } from "./results-text";
import { QUERY_MAX_LENGTH } from "./search";

/** A company's open positions, with a search that works without scripts (`live-search.ts` adds to it). */
export function CareerSitePage({ site }: { site: CareerSiteView }) {
  const t = messagesFor(site.language);
  const { query, found, partLanguage: lang } = site;
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
          <label htmlFor="q">{t["career.search_label"]}</label>
          <div className="search-row">
            <input
              id="q"
              name="q"
              type="search"
              defaultValue={query}
              maxLength={QUERY_MAX_LENGTH}
              autoComplete="off"
              enterKeyHint="search"
            />
            <button className="button">{t["career.search"]}</button>
          </div>
        </form>
      </div>
      <section className="jobs" aria-labelledby="jobs-title">
        <div className="jobs-heading">
          <h2 id="jobs-title">{t["career.open_positions"]}</h2>
          <p role="status" id="job-count" data-one={counts.one} data-many={counts.many}>
            {resultsText(found, counts, languageTag(site.language))}
          </p>
        </div>
        <div id="jobs" data-loading={t["career.loading"]}>
          <div className="empty" hidden={found > 0}>
            <EmptyMark />
            <p>{t["career.no_jobs"]}</p>
            <a href={site.href}>{t["career.clear"]}</a>
          </div>
          <ul
            className="job-list card"
            hidden={found === 0}
            lang={lang}
            data-loading={t["position.loading"]}
          >
            {site.jobs.map((job) => (
              <li key={job.uuid} className="job">
                <a href={job.href}>{job.name}</a>
                <p className="job-facts">
                  {job.location && <span className="job-location">{job.location}</span>}
                  {job.contractType && <span className="job-contract">{job.contractType}</span>}
                  {job.joinDate && (
                    <span className="job-date" lang={lang && languageTag(site.language)}>
                      {t["career.join_date"]}: {job.joinDate}
                    </span>
                  )}
                </p>
              </li>
            ))}
          </ul>
          <Pages site={site} />
        </div>
      </section>
      {site.description !== "" && (
        <section className="about">
          <h2>{t["career.about"]}</h2>
          <p lang={lang}>
            <Lines text={site.description} />
          </p>
        </section>
      )}
    </main>
  );
}

/** A magnifying glass, for a search that found nothing. */
const EmptyMark = () => (
  <svg className="empty-mark" viewBox="0 0 64 64" aria-hidden="true">
    <path d="M42 42l14 14M20 27h14" />
    <circle cx="27" cy="27" r="20" />
  </svg>
);

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
