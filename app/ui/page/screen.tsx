import { fill } from "~/app/i18n/fill";
import type { Language } from "~/app/i18n/language";
import { messagesFor, type Messages } from "~/app/i18n/messages";
import { PageShell, type Company } from "./page-shell";
import { UnsentAnswers, type UnsentAnswer } from "./unsent-answers";

export type ScreenName =
  | "home"
  | "not-found"
  | "error"
  | "career-not-found"
  | "position-not-found"
  | "position-closed"
  | "receipt-unreadable"
  | "maintenance";

/** A page shown instead of the requested page. */
export interface Screen {
  name: ScreenName;
  language: Language;
  /** An error message. The screen then has a button to try again. */
  message?: string;
  /** The URL of the career site, if the company is known. */
  careerSite?: string;
  /** The company whose style the screen uses. */
  company?: Company;
  favicon?: string | undefined;
  /** BCP 47 tag of the company's texts, if their language isn't the page's. */
  partLanguage?: string | undefined;
  /** The name of the closed position. */
  position?: string;
  /** The company's other jobs. */
  jobs?: { name: string; location?: string | undefined; href: string }[];
  /** Texts from a form that could not be sent. The candidate can copy them. */
  written?: UnsentAnswer[];
}

/** The icon's door frame, as an SVG path in a 64 x 64 box. */
const DOOR_FRAME = "M14 58V9q0-3 3-3h30q3 0 3 3v49M6 58h52";
const DOORS: Record<ScreenName | "refused", string> = {
  home: "M19 11l17 6v41l-17-4zM31 36v3",
  "not-found": "M19 11l17 6v41l-17-4zM31 36v3",
  error: "M27 15l22 7-12 36-19-6zM24 44l4 1",
  "career-not-found": "M19 11l17 6v41l-17-4zM31 36v3",
  "position-not-found": "M19 11l17 6v41l-17-4zM31 36v3",
  "position-closed": "M20 12h24v46M20 12v46M22 32h20v9H22zM32 23l-6 9M32 23l6 9",
  "receipt-unreadable": "M20 12h24v46M20 12v46M24 58l8-24 8 24zM27 49h10M29.5 41h5",
  maintenance: "M20 12h24v46M20 12v46M24 58l8-24 8 24zM27 49h10M29.5 41h5",
  refused: "M20 12h24v46M20 12v46M25 35h14",
};

/** The SVG path of a screen's icon. */
export const iconPath = (name: keyof typeof DOORS) => DOOR_FRAME + DOORS[name];

/** Returns a screen's title and text. `retry`: whether the screen always has a button to try again. */
function screenTexts(name: ScreenName, t: Messages) {
  switch (name) {
    case "home":
      return { title: t["screen.home"], text: t["screen.home_text"] };
    case "not-found":
      return { code: "404", title: t["screen.not_found"], text: t["screen.not_found_text"] };
    case "error":
      return { title: t["screen.error"], text: t["screen.error_text"], retry: true };
    case "career-not-found":
      return { title: t["screen.career_not_found"], text: t["screen.career_not_found_text"] };
    case "position-not-found":
      return { title: t["screen.position_not_found"], text: t["screen.position_not_found_text"] };
    case "position-closed":
      return { title: t["screen.position_closed"], text: t["screen.position_closed_text"] };
    case "receipt-unreadable":
      return {
        title: t["screen.receipt_unreadable"],
        text: t["screen.receipt_unreadable_text"],
        retry: true,
      };
    case "maintenance":
      return { title: t["screen.maintenance"], text: t["screen.maintenance_text"], retry: true };
  }
}

export function screenTitle({ name, language }: Screen): string {
  return screenTexts(name, messagesFor(language)).title;
}

export function ErrorScreen(screen: Screen) {
  const { company, language } = screen;
  if (!company) return <ScreenContent {...screen} />;
  return (
    <PageShell company={company} language={language}>
      <ScreenContent {...screen} />
    </PageShell>
  );
}

function ScreenContent(screen: Screen) {
  const { name, language, message, careerSite, company, position, partLanguage } = screen;
  const t = messagesFor(language, company?.texts);
  const { code, title, text, retry } = screenTexts(name, t);
  // On a company's screen, don't link to the home page, which might belong to another company.
  const linksHome = retry !== true && name !== "home" && !company && careerSite === undefined;
  // After an error, the position might exist.
  const showsText = name !== "position-not-found" || message === undefined;
  return (
    <main className="screen" id="content">
      <svg className="screen-mark" viewBox="0 0 64 64" aria-hidden="true">
        <path d={iconPath(name)} />
      </svg>
      {code && <p className="screen-code">{code}</p>}
      <h1>{title}</h1>
      {position !== undefined && (
        <p className="screen-position" lang={partLanguage} dir="auto">
          {position}
        </p>
      )}
      {showsText && <p>{text}</p>}
      {message !== undefined && <p>{message}</p>}
      <UnsentAnswers written={screen.written ?? []} t={t} />
      <OtherJobs {...screen} />
      <div className="screen-actions">
        {(retry === true || message !== undefined) && (
          // An empty URL keeps the query; a form would replace it.
          // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- as above
          <a className="button" href="">
            {t["screen.try_again"]}
          </a>
        )}
        {careerSite !== undefined && (
          <a className="button" href={careerSite}>
            {t["screen.career_site"]}
          </a>
        )}
        {linksHome && (
          <a className="button" href="/">
            {t["screen.go_home"]}
          </a>
        )}
      </div>
    </main>
  );
}

function OtherJobs({ jobs = [], company, language, partLanguage }: Screen) {
  const t = messagesFor(language, company?.texts);
  if (jobs.length === 0) return null;
  return (
    <section
      className="screen-jobs card"
      aria-labelledby="screen-jobs"
      data-loading={t["position.loading"]}
    >
      <h2 id="screen-jobs">{fill(t["screen.other_jobs"], { company: company?.name ?? "" })}</h2>
      <ul>
        {jobs.map(({ name, location, href }) => (
          <li key={href}>
            <a href={href} lang={partLanguage} dir="auto">
              {name}
            </a>{" "}
            {location !== undefined && (
              <span lang={partLanguage} dir="auto">
                {location}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
