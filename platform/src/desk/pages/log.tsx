/** @jsxImportSource hono/jsx */
import type { Action } from "~/platform/src/desk-log";
import type { LogRow } from "../records";
import type { Texts } from "../texts";
import { Page, Time, Pagination, formatName, type View } from "./layout";

interface LogProps {
  view: View;
  rows: LogRow[];
  page: number;
  pages: number;
}

export function LogPage({ view, rows, page, pages }: LogProps) {
  const { texts } = view;
  return (
    <Page {...{ view, title: texts.log, section: "log", intro: texts.logHint }}>
      {rows.length === 0 ? (
        <p class="card">{texts.logEmpty}</p>
      ) : (
        <ol class="rows">
          {rows.map(({ at, who, action, application_id, count, company, position }) => (
            <li>
              <span>
                <strong>{formatName(who, texts)}</strong> {texts.actions[action as Action]}
              </span>
              <p class="meta">
                <Time view={view} iso={at} />
                {[
                  company,
                  position,
                  // An id begins with the time, so only its end tells applications of the same minute apart.
                  application_id?.slice(-8),
                  count !== null && formatCount(action, count, texts),
                ]
                  .filter(Boolean)
                  .map((text) => ` · ${text}`)
                  .join("")}
              </p>
            </li>
          ))}
        </ol>
      )}
      <Pagination texts={texts} page={page} pages={pages} href={(to) => `/log?page=${to}`} />
    </Page>
  );
}

function formatCount(action: string, count: number, texts: Texts): string {
  if (action === "changed jobs") return texts.jobs(count);
  return action === "refused sign-in" ? texts.attempts(count) : texts.applications(count);
}
