/** @jsxImportSource hono/jsx */
import type { Session } from "../sessions";
import { Form, Page, Time, timeInWords, Told, type Setting } from "./layout";

interface SessionsProps {
  setting: Setting;
  sessions: Session[];
  told: string | undefined;
}

/** Where a person is signed in. */
export function SessionsPage({ setting, sessions, told }: SessionsProps) {
  const { texts, timeZone, person } = setting;
  return (
    <Page setting={setting} title={texts.sessions} room="sessions">
      <h1>{texts.sessions}</h1>
      <p class="soft">
        {texts.sessionsHint} {person?.by === "access" ? texts.sessionsAccess : texts.sessionsCode}
      </p>
      <Told text={told} />
      <ul class="rows">
        {sessions.map(({ hash, created_at, seen_at, isThis }) => {
          const started = new Date(created_at).toISOString();
          return (
            <li>
              <span>
                {`${texts.started}: `}
                <Time setting={setting} iso={started} />
              </span>
              <p class="meta">
                {`${texts.lastUsed}: `}
                <Time setting={setting} iso={new Date(seen_at).toISOString()} />
              </p>
              <div class="end">
                {isThis ? (
                  <span class="tag">{texts.thisBrowser}</span>
                ) : (
                  <Form setting={setting} action="/sessions/end">
                    <button
                      class="plain"
                      name="session"
                      value={hash}
                      aria-label={`${texts.endIt}: ${timeInWords(started, texts.lang, timeZone)}`}
                    >
                      {texts.endIt}
                    </button>
                  </Form>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <Form setting={setting} action="/sessions/end">
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
