/** @jsxImportSource hono/jsx */
import type { PositionRow } from "../records";
import { ConfirmPage } from "./confirm";
import { Page, type View } from "./layout";

/** Asks for the company of a new job. */
export function NewJobPage({ view }: { view: View }) {
  const { texts, person } = view;
  return (
    <Page view={view} title={texts.editor.newJob} section="positions">
      <p>{person?.companies.length === 0 ? texts.editor.noCompany : texts.editor.newJobAt}</p>
      <ul class="rows">
        {person?.companies.map(({ uuid, name }) => (
          <li>
            <p class="name">
              <a href={`/positions/new?company=${uuid}`}>{name}</a>
            </p>
          </li>
        ))}
      </ul>
    </Page>
  );
}

interface DeleteJobProps {
  view: View;
  position: PositionRow;
  error?: string | undefined;
}

export function DeleteJobPage({ view, position, error }: DeleteJobProps) {
  const { texts } = view;
  const { uuid, name, company, application_count } = position;
  return (
    <ConfirmPage
      {...{ view, error, section: "positions", title: texts.deleteQuestion }}
      {...{ action: `/positions/${uuid}/delete`, back: `/positions/${uuid}` }}
      what={texts.editor.confirmDeleteJob(name)}
      button={texts.deletePermanently}
    >
      <p>
        <strong>{name}</strong>
        {` · ${company}`}
      </p>
      <p>{texts.editor.deleteJobWarning(texts.applications(application_count))}</p>
    </ConfirmPage>
  );
}
