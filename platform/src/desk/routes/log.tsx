/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { countPages, getText, pageNumber, type DeskEnv } from "../context";
import type { Action } from "~/platform/src/desk-log";
import { Page } from "../pages/layout";
import { Button, Form, NumberedPager, Row, Rows, Tag } from "../pages/parts";
import { dotted, formatName, formatTime, Time, useDesk } from "../pages/view";
import type { LogRow } from "../records";
import { endSessions, listSessions, type Session } from "../session-store";
import type { Texts } from "../texts";

export const log = new Hono<DeskEnv>();

log.get("/log", async (context) => {
  const page = pageNumber(context);
  const { rows, total } = await context.var.records.log(page);
  const { texts } = context.var;
  return context.render(
    <Page title={texts.log} section="log" intro={texts.logHint}>
      <Rows
        none={texts.logEmpty}
        rows={rows.map((row) => (
          <Entry {...row} />
        ))}
      />
      <NumberedPager page={page} pages={countPages(total)} href={(to) => `/log?page=${to}`} />
    </Page>,
  );
});

function Entry({ at, who, action, application_id, count, company, position }: LogRow) {
  const { texts } = useDesk();
  const name = (
    <>
      <strong>{formatName(who, texts)}</strong> {texts.actions[action as Action]}
    </>
  );
  // An id begins with the time, so only its end tells applications of the same minute apart.
  const application = application_id?.slice(-8);
  const about = dotted(company, position, application, formatCount(action, count, texts));
  const meta = <Time iso={at} after={about && ` · ${about}`} />;
  return <Row {...{ name, meta, isBold: false }} />;
}

function formatCount(action: string, count: number | null, texts: Texts): string | null {
  if (count === null) return null;
  if (action === "changed jobs") return texts.jobs(count);
  return action === "refused sign-in" ? texts.attempts(count) : texts.applications(count);
}

log.get("/sessions", async (context) => {
  const { texts, person } = context.var;
  const sessions = await listSessions(context.env, person, Date.now());
  const hint = person.by === "access" ? texts.sessionsAccess : texts.sessionsCode;
  return context.render(
    <Page title={texts.sessions} section="sessions" intro={`${texts.sessionsHint} ${hint}`}>
      <Rows
        rows={sessions.map((session) => (
          <SessionRow {...session} />
        ))}
      />
      {sessions.length > 1 && (
        <Form action="/sessions/end">
          <div class="actions">
            <Button text={texts.endOthers} kind="danger" name="session" value="others" />
          </div>
        </Form>
      )}
    </Page>,
  );
});

function SessionRow({ hash, created_at, seen_at, isCurrent }: Session) {
  const view = useDesk();
  const { texts } = view;
  const started = new Date(created_at).toISOString();
  return (
    <Row
      {...{ name: <Time before={`${texts.started}: `} iso={started} />, isBold: false }}
      meta={<Time before={`${texts.lastUsed}: `} iso={new Date(seen_at).toISOString()} />}
      end={
        isCurrent ? (
          <Tag text={texts.thisBrowser} />
        ) : (
          <Form action="/sessions/end">
            <Button
              {...{ text: texts.endSession, kind: "plain", name: "session", value: hash }}
              label={`${texts.endSession}: ${formatTime(started, view)}`}
            />
          </Form>
        )
      }
    />
  );
}

log.post("/sessions/end", async (context) => {
  const { form, person } = context.var;
  await endSessions(context.env, person, getText(form, "session"));
  return context.redirect("/sessions?done=ended", 303);
});
