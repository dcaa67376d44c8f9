import type { ReactNode } from "react";
import { fill } from "../i18n/fill";
import { messagesFor } from "../i18n/messages";
import { CompanyImage } from "../ui/company-image";
import { Lines } from "../ui/lines";
import type { PositionView } from "./position-view.server";

interface PositionDetailsProps {
  position: PositionView;
  /** The form beside the details. */
  children: ReactNode;
}

/** All that is said of a position, with its form at its side (below it on a narrow screen). */
export function PositionDetails({ position, children }: PositionDetailsProps) {
  const t = messagesFor(position.language);
  const { company } = position;
  return (
    <main className="position" id="content">
      {position.image && <CompanyImage className="company-image" src={position.image} />}
      <article className="position-details">
        <p className="badge">{t["apply.new_opportunity"]}</p>
        <h1>{position.title}</h1>
        <dl className="facts">
          <Fact term={t["position.location"]} text={position.location} />
          <Fact term={t["position.contract"]} text={position.contractType} />
          <Fact term={t["position.join_date"]} text={position.joinDate} />
        </dl>
        <p className="apply-link">
          <a className="button" href="#application">
            {t["position.go_to_form"]}
          </a>
        </p>
        <div className="prose" dangerouslySetInnerHTML={{ __html: position.descriptionHtml }} />
        <Requirements title={t["position.essential"]} names={position.essentialRequirements} />
        <Requirements title={t["position.nice_to_have"]} names={position.niceToHaveRequirements} />
        {company.description !== "" && (
          <section className="about">
            <h2>{fill(t["position.company"], { company: company.name })}</h2>
            <p>
              <Lines text={company.description} />
            </p>
          </section>
        )}
      </article>
      <aside className="position-form">{children}</aside>
    </main>
  );
}

function Fact({ term, text }: { term: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <div>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  );
}

function Requirements({ title, names }: { title: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <section className="requirements">
      <h2>{title}</h2>
      <ul>
        {names.map((name, index) => (
          <li key={index}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
