/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { readEmailHealth, type EmailHealth } from "~/platform/src/email/report";
import { SANDBOX, type DeskContext, type DeskEnv } from "../context";
import { EmailTag, formatReason, formatResult } from "../pages/emails";
import { Page } from "../pages/layout";
import { ButtonLink, Message, Row, Rows } from "../pages/parts";
import { Time, useDesk } from "../pages/view";
import type { CaughtEmail, CaughtRow, EmailRow } from "../records";

export const emails = new Hono<DeskEnv>();

/** Shows how emails are sent, the latest emails to candidates, and caught emails. */
emails.get("/emails", async (context) => {
  const { records, texts } = context.var;
  const [health, sent, caught] = await Promise.all([
    readEmailHealth(context.env),
    records.emails(),
    records.caught(),
  ]);
  return context.render(
    <Page title={texts.emails} section="emails">
      <Health {...health} />
      {caught.length > 0 && (
        <section aria-labelledby="caught">
          <h2 class="group" id="caught">
            {texts.caught}
          </h2>
          <Rows
            rows={caught.map((row) => (
              <Caught {...row} />
            ))}
          />
        </section>
      )}
      <section aria-labelledby="sent">
        <h2 class="group" id="sent">
          {texts.reply.templates}
        </h2>
        <Rows
          none={texts.noEmailsYet}
          rows={sent.map((row) => (
            <Sent row={row} />
          ))}
        />
      </section>
    </Page>,
  );
});

function Health({ via, from, problem, sentAt }: EmailHealth) {
  const { texts } = useDesk();
  const isCaught = via === "catcher";
  return (
    <>
      {via === undefined ? (
        <p class="card">{texts.noEmails}</p>
      ) : (
        <p class="soft">
          {isCaught ? texts.catcherHint : texts.emailsHint(via, from ?? "")}
          {sentAt !== undefined && !isCaught && (
            <Time before={` ${texts.lastUsed}: `} iso={sentAt} />
          )}
        </p>
      )}
      {problem && <Message text={texts.emailsFail(formatReason(problem, texts))} isBad />}
    </>
  );
}

function Caught({ id, recipient, subject, at }: CaughtRow) {
  const meta = <Time before={`${recipient} · `} iso={at} />;
  return <Row {...{ name: subject, href: `/emails/${id}`, heading: "h3", meta }} />;
}

function Sent({ row }: { row: EmailRow }) {
  const { texts } = useDesk();
  const { number, position, application_id, kind, state, tried_at, created_at } = row;
  return (
    <Row
      {...{ name: `#${number} · ${position}`, heading: "h3" }}
      href={`/applications/${application_id}`}
      meta={
        <Time
          {...{ before: `${texts.reply.kinds[kind]} · `, iso: tried_at ?? created_at }}
          after={formatResult(row, texts)}
        />
      }
      end={<EmailTag state={state} />}
    />
  );
}

const CAUGHT_ID = ":id{[a-z0-9_]{1,64}}";

const findCaught = ({ req, var: { records } }: DeskContext) =>
  records.caughtEmail(req.param("id") ?? "");

emails.get(`/emails/${CAUGHT_ID}`, async (context) => {
  const email = await findCaught(context);
  return email ? context.render(<CaughtPage {...email} />) : context.notFound();
});

/** An email that the catcher stored. */
function CaughtPage({ id, sender, recipient, subject, text, html, at }: CaughtEmail) {
  const { texts } = useDesk();
  const people = [sender, recipient].filter(Boolean).join(" → ");
  const intro = <Time before={`${people} · `} iso={at} />;
  return (
    <Page {...{ title: subject, section: "emails", trail: [["/emails", texts.emails]], intro }}>
      <section class="card">
        <dl>
          <dd>{text}</dd>
        </dl>
      </section>
      {html !== null && (
        <p>
          <ButtonLink href={`/emails/${id}/html`} text={texts.showHtml} kind="plain" />
        </p>
      )}
    </Page>
  );
}

/** A caught email as a mail program would show it. */
emails.get(`/emails/${CAUGHT_ID}/html`, async (context) => {
  const email = await findCaught(context);
  if (!email?.html) return context.notFound();
  context.set("policy", SANDBOX);
  return context.html(email.html);
});
