/** @jsxImportSource hono/jsx */
import type { Action } from "../log";
import type { LogRow } from "../records";
import { Page, Time, Turn, whoInWords, type Setting } from "./layout";

interface LogProps {
  setting: Setting;
  rows: LogRow[];
  page: number;
  pages: number;
}

/** Who did what. */
export function LogPage({ setting, rows, page, pages }: LogProps) {
  const { texts } = setting;
  return (
    <Page setting={setting} title={texts.log} room="log">
      <h1>{texts.log}</h1>
      <p class="soft">{texts.logHint}</p>
      {rows.length === 0 ? (
        <p class="card">{texts.logEmpty}</p>
      ) : (
        <ol class="rows">
          {rows.map(({ at, who, action, application_id, count, company, position }) => (
            <li>
              <span>
                <strong>{whoInWords(who, texts)}</strong> {texts.actions[action as Action]}
              </span>
              <p class="meta">
                <Time setting={setting} iso={at} />
                {[
                  company,
                  position,
                  application_id?.slice(0, 8),
                  count === null ? null : texts.applications(count),
                ]
                  .filter((text) => text != null)
                  .map((text) => ` · ${text}`)
                  .join("")}
              </p>
            </li>
          ))}
        </ol>
      )}
      <Turn texts={texts} page={page} pages={pages} href={(to) => `/log?page=${to}`} />
    </Page>
  );
}
