/** @jsxImportSource hono/jsx */
// Emails that a company's people write to candidates.
import type { Child } from "hono/jsx";
import type { Language } from "~/contract/languages";
import type { Reach } from "~/platform/src/replies/queue";
import { REPLY_KINDS, type ReplyKind, type Template } from "~/platform/src/replies/templates";
import { TEMPLATES, type TemplateName } from "~/platform/src/replies/texts";
import type { EntryError } from "../forms/form";
import type { ApplicationRow, EmailRow } from "../records";
import { EmailTag, formatResult } from "./emails";
import { AreaField, ErrorSummary, languageOptions, TextField } from "./fields";
import { Fact, Form, formatName, formatTime, Message, Page, Tabs, Time, type View } from "./layout";

interface CardProps {
  view: View;
  application: ApplicationRow;
  emails: EmailRow[];
  reach: Reach;
}

/** The emails to a candidate with their states, and links to write another. */
export function EmailsCard({ view, application, emails, reach }: CardProps) {
  const { texts } = view;
  const t = texts.reply;
  const isRefused = emails.some(({ result }) => result?.startsWith("recipient"));
  return (
    <section class="card">
      <h2>{texts.emails}</h2>
      {isRefused && <Message text={t.refused} isBad />}
      {"to" in reach ? (
        <div class="actions" role="group" aria-label={t.write}>
          {REPLY_KINDS.map((kind) => (
            <a class="button plain" href={`/applications/${application.id}/reply?kind=${kind}`}>
              {t.kinds[kind]}
            </a>
          ))}
        </div>
      ) : (
        <Unreachable {...{ view, reach, phone: application.phone }} />
      )}
      {emails.map((email) => (
        <SentEmail view={view} email={email} />
      ))}
    </section>
  );
}

function SentEmail({ view, email }: { view: View; email: EmailRow }) {
  const { texts } = view;
  const { kind, who, subject, text, state, tried_at, created_at } = email;
  const line = (
    <>
      {`${texts.reply.kinds[kind]} `}
      <EmailTag texts={texts} state={state} />
      <span class="soft small">
        {who === "" ? " " : ` ${texts.reply.by(formatName(who, texts))} · `}
        <Time view={view} iso={tried_at ?? created_at} />
        {formatResult(email, texts)}
      </span>
    </>
  );
  if (text === "") return <p>{line}</p>;
  return (
    <details>
      <summary>{line}</summary>
      <dl class="note">
        <div>
          <dt>{subject}</dt>
          <dd>{text}</dd>
        </div>
      </dl>
    </details>
  );
}

interface UnreachableProps {
  view: View;
  reach: Exclude<Reach, { to: string }>;
  phone: string | null;
}

/** Says in one line why no email can be sent, with other ways to reach the candidate. */
function Unreachable({ view, reach: { why, typed }, phone }: UnreachableProps) {
  const isAddress = /^[\w.+-]+@[\w.-]+$/.test(typed);
  return (
    <p>
      {`${view.texts.reply.why[why]} `}
      {isAddress ? <a href={`mailto:${typed}`}>{typed}</a> : typed}
      {typed !== "" && phone !== null && " · "}
      {phone !== null && <a href={`tel:${phone}`}>{phone}</a>}
    </p>
  );
}

interface ReplyProps {
  view: View;
  application: ApplicationRow;
  id: string;
  kind: ReplyKind;
  language: Language;
  to: string;
  /** Empty if the company has set none. */
  replyTo: string;
  /** The site's own address, which gets the answers if there is no other. */
  from: string;
  entry: Template;
  errors: EntryError[];
  last: EmailRow | undefined;
}

const nameOf = ({ first_name, last_name }: ApplicationRow) => `${first_name} ${last_name}`;

/** The frame of the two pages for an email, with what does not change between them. */
function Frame({ title, children, ...props }: ReplyProps & { title: string; children: Child }) {
  const { view, application, id, kind, language } = props;
  const at = `/applications/${application.id}`;
  return (
    <Page {...{ view, title, section: "applications", trail: [[at, nameOf(application)]] }}>
      <Form view={view} action={`${at}/reply`}>
        {Object.entries({ id, kind, language }).map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {children}
      </Form>
    </Page>
  );
}

function Addresses({ view, to, replyTo, from }: ReplyProps) {
  const t = view.texts.reply;
  return (
    <>
      <dl class="facts">
        <Fact label={t.to}>{to}</Fact>
        {replyTo !== "" && <Fact label={t.replyTo}>{replyTo}</Fact>}
      </dl>
      {replyTo === "" && <p class="note">{t.noReplyTo(from)}</p>}
    </>
  );
}

/** The form for an email. */
export function ReplyPage(props: ReplyProps) {
  const { view, application, kind, language, entry, errors, last } = props;
  const { texts, timeZone } = view;
  const t = texts.reply;
  const form = { view, errors };
  const href = (one: string, tag: string) =>
    `/applications/${application.id}/reply?kind=${one}&language=${tag}`;
  const languages = languageOptions();
  const kinds = REPLY_KINDS.map((one) => [one, t.kinds[one]] as const);
  return (
    <Frame {...props} title={t.title(nameOf(application))}>
      <ErrorSummary form={form} title={t.errorsTitle} label={labels(view)} />
      {last && (
        <p class="note">
          {t.lastSent(
            t.kinds[last.kind],
            formatName(last.who, texts),
            formatTime(last.created_at, texts.lang, timeZone),
          )}
        </p>
      )}
      <Tabs
        {...{ label: t.template, options: kinds, current: kind }}
        href={(one) => href(one, language)}
      />
      <details>
        <summary>{`${t.language}: ${languages.find(([tag]) => tag === language)?.[1] ?? ""}`}</summary>
        <Tabs
          {...{ label: t.language, options: languages, current: language }}
          href={(tag) => href(kind, tag)}
        />
      </details>
      <section class="card">
        <Addresses {...props} />
        <p>
          <a href={`/companies/${application.client_uuid}/replies`}>{t.editTemplates}</a>
        </p>
        <TextField {...{ form, name: "subject", label: t.subject, value: entry.subject }} />
        <AreaField
          {...{ form, name: "text", label: t.text, hint: t.textHint, value: entry.text, rows: 14 }}
        />
      </section>
      <div class="actions">
        <button name="do" value="check">
          {t.preview}
        </button>
      </div>
    </Frame>
  );
}

/** The email as the candidate will get it. */
export function ReplyCheckPage(props: ReplyProps) {
  const { view, entry } = props;
  const t = view.texts.reply;
  return (
    <Frame {...props} title={t.checkTitle}>
      <section class="card">
        <Addresses {...props} />
        <dl>
          <Fact label={t.subject}>{entry.subject}</Fact>
          <Fact label={t.text}>{entry.text}</Fact>
        </dl>
      </section>
      <input type="hidden" name="subject" value={entry.subject} />
      <input type="hidden" name="text" value={entry.text} />
      <div class="actions">
        <button name="do" value="send">
          {t.send}
        </button>
        <button class="plain" name="do" value="edit">
          {t.change}
        </button>
      </div>
    </Frame>
  );
}

/** Labels of the fields that errors name: of an email, or of a template such as `invitation.text`. */
const labels =
  ({ texts: { reply: t } }: View) =>
  (field: string) => {
    const [part = "", template] = field.split(".").reverse();
    const label = part === "subject" ? t.subject : part === "text" ? t.text : t.replyToLabel;
    return template === undefined ? label : `${t.kinds[template as TemplateName]}: ${label}`; // Of the form below.
  };

interface TemplatesProps {
  view: View;
  company: { uuid: string; name: string };
  language: Language;
  replyTo: string;
  templates: Record<TemplateName, Template>;
  errors: EntryError[];
  message: string | undefined;
}

export function TemplatesPage(props: TemplatesProps) {
  const { view, company, language, replyTo, templates, errors } = props;
  const t = view.texts.reply;
  const form = { view, errors };
  const at = `/companies/${company.uuid}`;
  return (
    <Page
      {...{ view, title: t.templates, section: "company", message: props.message }}
      trail={[[`${at}/edit`, company.name]]}
    >
      <ErrorSummary form={form} title={t.templatesErrors} label={labels(view)} />
      <Tabs
        {...{ label: t.language, options: languageOptions(), current: language }}
        href={(tag) => `${at}/replies?language=${tag}`}
      />
      <Form view={view} action={`${at}/replies`}>
        <input type="hidden" name="language" value={language} />
        <section class="card">
          <TextField
            {...{ form, name: "reply_to", label: t.replyToLabel, hint: t.replyToHint }}
            {...{ type: "email", value: replyTo }}
          />
          <p class="soft small">{t.templatesHint}</p>
          {TEMPLATES.map((name) => (
            <fieldset class="question">
              <legend>{t.kinds[name]}</legend>
              <TextField
                {...{ form, name: `${name}.subject`, label: t.subject }}
                value={templates[name].subject}
              />
              <AreaField
                {...{ form, name: `${name}.text`, label: t.text, rows: 9 }}
                value={templates[name].text}
              />
            </fieldset>
          ))}
        </section>
        <div class="actions">
          <button>{t.save}</button>
        </div>
      </Form>
    </Page>
  );
}
