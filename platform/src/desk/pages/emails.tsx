/** @jsxImportSource hono/jsx */
import { parseStored, type Failure } from "~/platform/src/email/failure";
import type { Recipient } from "~/platform/src/replies/queue";
import { REPLY_KINDS } from "~/platform/src/replies/templates";
import type { ApplicationRow, EmailRow } from "../records";
import type { Texts } from "../texts";
import { ButtonLink, Card, Fact, Message, Tag } from "./parts";
import { formatName, Time, useDesk } from "./view";

const TAGS = { waiting: undefined, sent: "open", refused: "new", "given up": "new" };

export const EmailTag = ({ state }: Pick<EmailRow, "state">) => (
  <Tag kind={TAGS[state]} text={useDesk().texts.emailStates[state]} />
);

/** Formats why an email was not sent. */
export const formatResult = ({ result }: Pick<EmailRow, "result">, texts: Texts): string =>
  result === null || result === "sent" ? "" : ` · ${formatReason(parseStored(result), texts)}`;

export const formatReason = ({ reason, detail }: Failure, texts: Texts): string =>
  `${texts.emailReasons[reason]}${detail === "" || reason === "settings" ? "" : ` (${detail})`}`;

/** A link to a phone number, or to an email address if the text is one. */
export function PersonLink({ phone, email = "" }: { phone?: string; email?: string }) {
  if (phone !== undefined) return <a href={`tel:${phone}`}>{phone}</a>;
  return /^[\w.+-]+@[\w.-]+$/.test(email) ? <a href={`mailto:${email}`}>{email}</a> : <>{email}</>;
}

interface CardProps {
  application: ApplicationRow;
  emails: EmailRow[];
  reach: Recipient;
}

/** The emails to a candidate with their states, and links to write another. */
export function EmailsCard({ application: { id, phone }, emails, reach }: CardProps) {
  const { texts } = useDesk();
  const t = texts.reply;
  const isRefused = emails.some(({ result }) => result?.startsWith("recipient"));
  return (
    <Card title={texts.emails}>
      {isRefused && <Message text={t.refused} isBad />}
      {"to" in reach ? (
        <div class="actions" role="group" aria-label={t.write}>
          {REPLY_KINDS.map((kind) => (
            <ButtonLink
              {...{ href: `/applications/${id}/reply?kind=${kind}`, text: t.kinds[kind] }}
              kind="plain"
            />
          ))}
        </div>
      ) : (
        <p>
          {`${t.why[reach.why]} `}
          <PersonLink email={reach.typed} />
          {reach.typed !== "" && phone !== null && " · "}
          {phone !== null && <PersonLink phone={phone} />}
        </p>
      )}
      {emails.map((email) => (
        <SentEmail email={email} />
      ))}
    </Card>
  );
}

function SentEmail({ email }: { email: EmailRow }) {
  const { texts } = useDesk();
  const { kind, who, subject, text, state, tried_at, created_at } = email;
  const by = who === "" ? " " : ` ${texts.reply.by(formatName(who, texts))} · `;
  const line = (
    <>
      {`${texts.reply.kinds[kind]} `}
      <EmailTag state={state} />
      <span class="soft small">
        <Time before={by} iso={tried_at ?? created_at} after={formatResult(email, texts)} />
      </span>
    </>
  );
  if (text === "") return <p>{line}</p>;
  return (
    <details>
      <summary>{line}</summary>
      <dl class="note">
        <Fact label={subject}>{text}</Fact>
      </dl>
    </details>
  );
}
