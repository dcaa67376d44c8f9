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
  /** The list's rows as HTML (`renderJobRows`). */
  rows: string;
}

/** A company's open positions, with a search that works without scripts. `live-search.ts` enhances it. */
export function CareerSitePage({ site, rows }: CareerSitePageProps) {
  const t = messagesFor(site.language, site.texts);
  const { found, hasJobs, partLanguage: lang } = site;
  return (
    <main className="career-site" id="content">
      {site.image && <CompanyImage className="hero-image" src={site.image} />}
      <div className="hero-panel card">
        <h1>{fill(t["career.title_at"], { company: site.company.name })}</h1>
        <SearchForm site={site} />
      </div>
      <section className={found === 0 ? "jobs jobs-none" : "jobs"} aria-labelledby="jobs-title">
        <div className="jobs-heading">
          <h2 id="jobs-title">{t["career.open_positions"]}</h2>
          <JobCount site={site} />
          {hasJobs && (
            <a className="clear" href={site.href} hidden={!site.isSearching}>
              {t["career.clear"]}
            </a>
          )}
        </div>
        <div id="jobs" className="job-table" data-loading={t["career.loading"]}>
          <ColumnNames site={site} />
          <div
            className={site.grouped ? "job-list card job-list-grouped" : "job-list card"}
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

function JobCount({ site }: { site: CareerSiteView }) {
  const t = messagesFor(site.language, site.texts);
  const words = {
    one: t["career.results_one"],
    many: t["career.results"],
    none: t["career.no_jobs"],
    searched: t["career.searched"],
  };
  return (
    <p
      role="status"
      id="job-count"
      data-one={words.one}
      data-many={words.many}
      data-none={words.none}
      data-searched={words.searched}
    >
      {resultsText(site.found, words, site.searched, languageTag(site.language))}
      {!site.hasJobs && ` ${t["career.none"]}`}
    </p>
  );
}

function SearchForm({ site }: { site: CareerSiteView }) {
  const t = messagesFor(site.language, site.texts);
  return (
    <form
      className="search"
      role="search"
      method="get"
      data-live-search={site.isComplete ? "complete" : ""}
      data-loading={t["career.loading"]}
      data-failed={t["error.network"]}
    >
      {site.requestedLanguage && <input type="hidden" name="lang" value={site.requestedLanguage} />}
      <SourceFields source={site.source} />
      <div className="search-words">
        <label htmlFor="q">{t["career.search_label"]}</label>
        <div className="search-row">
          <input
            id="q"
            name="q"
            type="search"
            defaultValue={site.query}
            maxLength={QUERY_MAX_LENGTH}
            autoComplete="off"
            enterKeyHint="search"
          />
          <button className="button">{t["career.search"]}</button>
        </div>
      </div>
      <FilterFields site={site} />
    </form>
  );
}

/**
 * On a narrow page, CSS hides the filters while `details` is closed. They are outside `details`, which would also
 * hide them on a wide page.
 */
function FilterFields({ site }: { site: CareerSiteView }) {
  const { filters, language, partLanguage: lang } = site;
  const t = messagesFor(language, site.texts);
  if (filters.length === 0) return null;
  const labels = {
    location: t["career.location"],
    workplace: t["facts.workplace"],
    contract: t["position.contract"],
    department: t["career.department"],
  };
  return (
    <>
      <details open={filters.some(({ chosen }) => chosen !== "")}>
        <summary>{t["career.filters"]}</summary>
      </details>
      <div className="filters">
        {filters.map(({ name, values, value: chosen }) => (
          <p key={name}>
            <label htmlFor={name}>{labels[name]}</label>
            <select
              id={name}
              name={name}
              defaultValue={chosen}
              lang={name === "workplace" ? undefined : lang}
            >
              <option value="" lang={lang && languageTag(language)}>
                {t["career.any"]}
              </option>
              {values.map(({ value, label, count }) => (
                <option key={value} value={value}>
                  {`${label} (${count})`}
                </option>
              ))}
            </select>
          </p>
        ))}
      </div>
    </>
  );
}

/** The columns' names, with the longest text of each (career-site.css). */
function ColumnNames({ site }: { site: CareerSiteView }) {
  const { columns, language, found, texts } = site;
  const t = messagesFor(language, texts);
  const names = {
    place: t["career.location"],
    contract: t["position.contract"],
    department: t["career.department"],
    date: t["career.join_date"],
    pay: t["facts.pay"],
  };
  const shown = (Object.keys(names) as (keyof typeof names)[]).filter((name) => columns[name]);
  if (shown.length === 0) return null;
  return (
    <p className="job-columns" aria-hidden="true" hidden={found === 0}>
      <span />
      {shown.map((name) => (
        <span
          key={name}
          className={name === "pay" ? "job-end" : undefined}
          data-longest={columns[name]}
        >
          {names[name]}
        </span>
      ))}
    </p>
  );
}

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
