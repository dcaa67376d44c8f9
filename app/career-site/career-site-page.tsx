import { fill } from "../i18n/fill";
import { messagesFor } from "../i18n/messages";
import { Lines } from "../ui/lines";
import type { CareerSiteView } from "./career-site-view.server";

/** A company's open positions, with a search that needs no scripts. */
export function CareerSitePage({ site }: { site: CareerSiteView }) {
  const t = messagesFor(site.language);
  const { jobs, query } = site;
  return (
    <main className="career-site" id="content">
      <div className="hero">
        {site.image && <img className="hero-image" src={site.image} alt="" />}
        <h1>{fill(t["career.title_at"], { company: site.company.name })}</h1>
      </div>
      <form className="search" role="search" method="get">
        {site.languageAsked && <input type="hidden" name="lang" value={site.languageAsked} />}
        <label htmlFor="q">{t["career.search_label"]}</label>
        <div className="search-row">
          <input id="q" name="q" type="search" defaultValue={query} />
          <button className="button">{t["career.search"]}</button>
        </div>
      </form>
      <section className="jobs" aria-labelledby="jobs-title">
        <div className="jobs-heading">
          <h2 id="jobs-title">{t["career.open_positions"]}</h2>
          <p role="status">
            {jobs.length === 1
              ? t["career.results_one"]
              : fill(t["career.results"], { count: jobs.length })}
          </p>
        </div>
        {jobs.length === 0 ? (
          <div className="empty">
            <p>{t["career.no_jobs"]}</p>
            {query !== "" && <a href={site.href}>{t["career.clear"]}</a>}
          </div>
        ) : (
          <ul className="job-list">
            {jobs.map((job) => (
              <li key={job.uuid} className="job">
                <a href={job.href}>{job.name}</a>
                <p className="job-facts">
                  {job.location && <span>{job.location}</span>}
                  {job.contractType && <span>{job.contractType}</span>}
                  {job.joinDate && (
                    <span>
                      {t["career.join_date"]}: {job.joinDate}
                    </span>
                  )}
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
      {site.description !== "" && (
        <section className="about">
          <h2>{t["career.about"]}</h2>
          <p>
            <Lines text={site.description} />
          </p>
        </section>
      )}
    </main>
  );
}
