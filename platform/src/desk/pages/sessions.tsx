/** @jsxImportSource hono/jsx */
import type { Session } from "../session-store";
import { Form, Page, Time, formatTime, type View } from "./layout";

interface SessionsProps {
  view: View;
  sessions: Session[];
  message: string | undefined;
}

export function SessionsPage({ view, sessions, message }: SessionsProps) {
  const { texts, timeZone, person } = view;
  return (
    <Page
      {...{ view, title: texts.sessions, section: "sessions", message }}
      intro={`${texts.sessionsHint} ${person?.by === "access" ? texts.sessionsAccess : texts.sessionsCode}`}
    >
      <ul class="rows">
        {sessions.map(({ hash, created_at, seen_at, isCurrent }) => {
          const started = new Date(created_at).toISOString();
          return (
            <li>
              <span>
                {`${texts.started}: `}
                <Time view={view} iso={started} />
              </span>
              <p class="meta">
                {`${texts.lastUsed}: `}
                <Time view={view} iso={new Date(seen_at).toISOString()} />
              </p>
              <div class="end">
                {isCurrent ? (
                  <span class="tag">{texts.thisBrowser}</span>
                ) : (
                  <Form view={view} action="/sessions/end">
                    <button
                      class="plain"
                      name="session"
                      value={hash}
                      aria-label={`${texts.endSession}: ${formatTime(started, texts.lang, timeZone)}`}
                    >
                      {texts.endSession}
                    </button>
                  </Form>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <Form view={view} action="/sessions/end">
          <div class="actions">
            <button class="danger" name="session" value="others">
              {texts.endOthers}
            </button>
          </div>
        </Form>
      )}
    </Page>
  );
}
