/** @jsxImportSource hono/jsx */
import type { EmailHealth } from "~/platform/src/email/report";
import { parseStored, type Failure } from "~/platform/src/email/failure";
import type { CaughtEmail, CaughtRow, EmailRow } from "../records";
import type { Texts } from "../texts";
import { Message, Page, Time, type View } from "./layout";

interface EmailsProps {
  view: View;
  health: EmailHealth;
  emails: EmailRow[];
  caught: CaughtRow[];
}

/** Shows how emails are sent, the latest emails to candidates, and caught emails. */
export function EmailsPage({ view, health, emails, caught }: EmailsProps) {
  const { texts } = view;
  const { via, from, problem, sentAt } = health;
  return (
    <Page view={view} title={texts.emails} section="emails">
      {via === undefined ? (
        <p class="card">{texts.noEmails}</p>
      ) : (
        <p class="soft">
          {via === "catcher" ? texts.catcherHint : texts.emailsHint(via, from ?? "")}
          {sentAt !== undefined && via !== "catcher" && (
            <>
              {` ${texts.lastUsed}: `}
              <Time view={view} iso={sentAt} />
            </>
          )}
        </p>
      )}
      {problem && <Message text={texts.emailsFail(formatReason(problem, texts))} isBad />}
      {caught.length > 0 && (
        <section aria-labelledby="caught">
          <h2 class="group" id="caught">
            {texts.caught}
          </h2>
          <ul class="rows">
            {caught.map(({ id, recipient, subject, at }) => (
              <li>
                <h3 class="name">
                  <a href={`/emails/${id}`}>{subject}</a>
                </h3>
                <p class="meta">
                  {`${recipient} · `}
                  <Time view={view} iso={at} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="sent">
        <h2 class="group" id="sent">
          {texts.reply.templates}
        </h2>
        {emails.length === 0 ? (
          <p class="card">{texts.noEmailsYet}</p>
        ) : (
          <ul class="rows">
            {emails.map((row) => (
              <li>
                <h3 class="name">
                  <a href={`/applications/${row.application_id}`}>
                    {`#${row.number} · ${row.position}`}
                  </a>
                </h3>
                <p class="meta">
                  {`${texts.reply.kinds[row.kind]} · `}
                  <Time view={view} iso={row.tried_at ?? row.created_at} />
                  {formatResult(row, texts)}
                </p>
                <div class="end">
                  <EmailTag texts={texts} state={row.state} />
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>
    </Page>
  );
}

/** Shows an email that the catcher has kept. */
export function CaughtPage({ view, email }: { view: View; email: CaughtEmail }) {
  const { texts } = view;
  const { id, sender, recipient, subject, text, html, at } = email;
  return (
    <Page
      {...{ view, title: subject, section: "emails", trail: [["/emails", texts.emails]] }}
      intro={
        <>
          {[sender, recipient].filter(Boolean).join(" → ")}
          {" · "}
          <Time view={view} iso={at} />
        </>
      }
    >
      <section class="card">
        <dl>
          <dd>{text}</dd>
        </dl>
      </section>
      {html !== null && (
        <p>
          <a class="button plain" href={`/emails/${id}/html`}>
            {texts.showHtml}
          </a>
        </p>
      )}
    </Page>
  );
}

export function EmailTag({ texts, state }: { texts: Texts; state: EmailRow["state"] }) {
  const isBad = state === "refused" || state === "given up";
  return (
    <span class={`tag ${isBad ? "tag-new" : state === "sent" ? "tag-open" : ""}`}>
      {texts.emailStates[state]}
    </span>
  );
}

/** Formats why an email was not sent. */
export const formatResult = ({ result }: Pick<EmailRow, "result">, texts: Texts): string =>
  result === null || result === "sent" ? "" : ` · ${formatReason(parseStored(result), texts)}`;

export const formatReason = ({ reason, detail }: Failure, texts: Texts): string =>
  `${texts.emailReasons[reason]}${detail === "" || reason === "settings" ? "" : ` (${detail})`}`;
