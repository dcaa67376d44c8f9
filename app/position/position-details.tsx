import type { ReactNode } from "react";
import { fill } from "../i18n/fill";
import { languageTag } from "../i18n/language";
import { messagesFor, type Messages } from "../i18n/messages";
import { CompanyImage } from "../ui/page/company-image";
import { CompanySections } from "../ui/page/company-sections";
import { cutNote } from "../ui/page/cut-note";
import { Lines } from "../ui/page/lines";
import { ApplyBar } from "./apply-bar";
import { Facts, MAIN_FACTS } from "./facts";
import type { PositionView } from "./position-view.server";

interface PositionDetailsProps {
  position: PositionView;
  /** Shown at the top, instead of the form. */
  receipt?: ReactNode;
  /** The form. */
  children?: ReactNode;
  /** Whether the form is below the details at every width. */
  isLong?: boolean;
}

export function PositionDetails(props: PositionDetailsProps) {
  const { position, receipt, children, isLong = false } = props;
  const t = messagesFor(position.language, position.page.texts);
  const { partLanguage: lang, facts, page } = position;
  return (
    <main
      className={`position${receipt ? " position-sent" : ""}${isLong ? " position-long" : ""}`}
      id="content"
    >
      {receipt && <div className="receipt-page">{receipt}</div>}
      {!receipt && position.image && (
        <CompanyImage className="company-image" src={position.image} />
      )}
      <article className="position-details">
        {receipt ? (
          <h2 lang={lang} dir="auto">
            {position.title}
          </h2>
        ) : (
          <Heading position={position} t={t} />
        )}
        <Facts className="facts" rows={facts.slice(0, MAIN_FACTS)} lang={lang} />
        <Facts className="facts facts-more" rows={facts.slice(MAIN_FACTS)} lang={lang} />
        <div
          className="prose"
          lang={lang}
          dir="auto"
          dangerouslySetInnerHTML={{
            __html: position.descriptionHtml + cutNote(page.isDescriptionCut, position.language),
          }}
        />
        <Requirements
          title={t["position.essential"]}
          names={page.essentialRequirements}
          lang={lang}
        />
        <Requirements
          title={t["position.nice_to_have"]}
          names={page.niceToHaveRequirements}
          lang={lang}
        />
        {!receipt && !isLong && !page.opensSoon && (
          <p className="apply-link">
            <a href="#apply">{t["position.go_to_form"]}</a>
          </p>
        )}
        {!receipt && <About position={position} t={t} />}
        <p className="print-address">{position.address}</p>
      </article>
      {!receipt && (
        <>
          {!page.opensSoon && <ApplyBar position={position} isLong={isLong} t={t} />}
          <div className="position-form" id="apply">
            {children}
          </div>
        </>
      )}
    </main>
  );
}

interface PartProps {
  position: PositionView;
  t: Messages;
}

const Heading = ({ position, t }: PartProps) => (
  <>
    <p className="all-jobs" data-loading={t["career.loading"]}>
      <a href={position.company.href}>{t["position.all_jobs"]}</a>
      {/* The entry script turns this into a button. Text browsers would show a hidden button. */}
      <input
        type="hidden"
        className="share"
        value={t["position.share"]}
        data-href={position.address}
        data-done={t["position.link_copied"]}
      />
    </p>
    <p className={position.isNew ? "badge" : "badge-quiet"}>{t["apply.new_opportunity"]}</p>
    <h1
      className={hasLongWord(position.title) ? "long-words" : undefined}
      lang={position.partLanguage}
      dir="auto"
    >
      {position.title}
    </h1>
  </>
);

/** The company, its sections and its notices. */
function About({ position, t }: PartProps) {
  const { company, partLanguage: lang, notices } = position;
  return (
    <>
      {company.description !== "" && (
        <section className="about">
          <h2>{fill(t["position.company"], { company: company.name })}</h2>
          <p lang={company.partLanguage} dir="auto">
            <Lines text={company.description} />
          </p>
        </section>
      )}
      <CompanySections sections={position.sections} lang={company.partLanguage} />
      {notices.length > 0 && (
        <section className="about notices">
          <h2>{t["facts.notices"]}</h2>
          {notices.map(({ text, url }) => (
            <p key={text} lang={lang} dir="auto">
              <Lines text={text} />{" "}
              {url !== undefined && (
                <a href={url} rel="noopener" lang={lang && languageTag(position.language)}>
                  {t["facts.notice_more"]}
                </a>
              )}
            </p>
          ))}
        </section>
      )}
    </>
  );
}

interface RequirementsProps {
  title: string;
  names: string[];
  lang: string | undefined;
}

function Requirements({ title, names, lang }: RequirementsProps) {
  if (names.length === 0) return null;
  return (
    <section className="requirements">
      <h2>{title}</h2>
      <ul lang={lang}>
        {names.map((name, index) => (
          <li key={index} dir="auto">
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether a title has a word that would not fit on a line of a phone, such as a German compound. */
const hasLongWord = (title: string): boolean => /[\p{L}\p{M}]{20}/u.test(title);
