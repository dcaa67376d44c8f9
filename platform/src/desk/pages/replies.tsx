/** @jsxImportSource hono/jsx */
// Emails that a company's people write to candidates.
import type { Child } from "hono/jsx";
import type { Language } from "~/contract/languages";
import { REPLY_KINDS, type ReplyKind, type Template } from "~/platform/src/replies/templates";
import { TEMPLATES, type TemplateName } from "~/platform/src/replies/texts";
import type { EntryError } from "../forms/form";
import type { ApplicationRow, EmailRow } from "../records";
import type { Texts } from "../texts";
import { fullName } from "./application";
import { ErrorSummary, Field, FieldSet, languageOptions } from "./fields";
import { Page } from "./layout";
import { Button, Card, Fact, Form, Hidden, Hint, Tabs } from "./parts";
import { formatName, formatTime, useDesk } from "./view";

interface ReplyProps {
  application: ApplicationRow;
  id: string;
  kind: ReplyKind;
  language: Language;
  to: string;
  /** Empty if the company has set none. */
  replyTo: string;
  /** The sender's address, which gets the candidate's response if `replyTo` is empty. */
  from: string;
  entry: Template;
  last: EmailRow | undefined;
}

/** The layout and hidden inputs that the two pages for an email share. */
function Frame({ title, children, ...props }: ReplyProps & { title: string; children: Child }) {
  const { application, id, kind, language } = props;
  const at = `/applications/${application.id}`;
  return (
    <Page {...{ title, section: "applications", trail: [[at, fullName(application)]] }}>
      <Form action={`${at}/reply`} hidden={{ id, kind, language }}>
        {children}
      </Form>
    </Page>
  );
}

function Addresses({ to, replyTo, from }: ReplyProps) {
  const t = useDesk().texts.reply;
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

const LanguageTabs = (props: { current: Language; href: (tag: string) => string }) => (
  <Tabs {...props} label={useDesk().texts.reply.language} options={languageOptions()} />
);

export function ReplyPage({ errors, ...props }: ReplyProps & { errors: EntryError[] }) {
  const { application, kind, language, entry, last } = props;
  const view = useDesk();
  const { texts } = view;
  const t = texts.reply;
  const href = (key: string, tag: string) =>
    `/applications/${application.id}/reply?kind=${key}&language=${tag}`;
  const name = languageOptions().find(([tag]) => tag === language)?.[1] ?? "";
  const kinds = REPLY_KINDS.map((key) => [key, t.kinds[key]] as const);
  const sent =
    last &&
    t.lastSent(t.kinds[last.kind], formatName(last.who, texts), formatTime(last.created_at, view));
  return (
    <Frame {...props} title={t.title(fullName(application))}>
      <FieldSet errors={errors} values={{ ...entry }}>
        <ErrorSummary title={t.errorsTitle} label={(field) => fieldLabel(field, texts)} />
        {sent && <p class="note">{sent}</p>}
        <Tabs
          {...{ label: t.template, options: kinds, current: kind }}
          href={(key) => href(key, language)}
        />
        <details>
          <summary>{`${t.language}: ${name}`}</summary>
          <LanguageTabs current={language} href={(tag) => href(kind, tag)} />
        </details>
        <Card>
          <Addresses {...props} />
          <p>
            <a href={`/companies/${application.client_uuid}/replies`}>{t.editTemplates}</a>
          </p>
          <Field name="subject" label={t.subject} />
          <Field name="text" label={t.text} hint={t.textHint} rows={14} />
        </Card>
        <div class="actions">
          <Button text={t.preview} value="check" />
        </div>
      </FieldSet>
    </Frame>
  );
}

/** The email as the candidate will get it. */
export function ReplyCheckPage(props: ReplyProps) {
  const t = useDesk().texts.reply;
  const { subject, text } = props.entry;
  return (
    <Frame {...props} title={t.checkTitle}>
      <Card>
        <Addresses {...props} />
        <dl>
          <Fact label={t.subject}>{subject}</Fact>
          <Fact label={t.text}>{text}</Fact>
        </dl>
      </Card>
      <Hidden {...{ subject, text }} />
      <div class="actions">
        <Button text={t.send} value="send" />
        <Button text={t.change} value="edit" kind="plain" />
      </div>
    </Frame>
  );
}

/** Returns the label of a field with an error: in an email, or in a template, such as `invitation.text`. */
function fieldLabel(field: string, { reply: t }: Texts) {
  const [part = "", template] = field.split(".").reverse();
  const label = part === "subject" ? t.subject : part === "text" ? t.text : t.replyToLabel;
  return template === undefined ? label : `${t.kinds[template as TemplateName]}: ${label}`; // from the form below
}

interface TemplatesProps {
  company: { uuid: string; name: string };
  language: Language;
  replyTo: string;
  templates: Record<TemplateName, Template>;
  errors: EntryError[];
}

export function TemplatesPage({ company, language, replyTo, templates, errors }: TemplatesProps) {
  const { texts } = useDesk();
  const t = texts.reply;
  const at = `/companies/${company.uuid}`;
  return (
    <Page {...{ title: t.templates, section: "company", trail: [[`${at}/edit`, company.name]] }}>
      <FieldSet errors={errors}>
        <ErrorSummary title={t.templatesErrors} label={(field) => fieldLabel(field, texts)} />
        <LanguageTabs current={language} href={(tag) => `${at}/replies?language=${tag}`} />
        <Form action={`${at}/replies`} hidden={{ language }} submit={t.save}>
          <Card>
            <Field
              {...{ name: "reply_to", label: t.replyToLabel, hint: t.replyToHint }}
              {...{ type: "email", value: replyTo }}
            />
            <Hint>{t.templatesHint}</Hint>
            {TEMPLATES.map((name) => (
              <fieldset class="question">
                <legend>{t.kinds[name]}</legend>
                <Field
                  {...{ name: `${name}.subject`, label: t.subject }}
                  value={templates[name].subject}
                />
                <Field
                  {...{ name: `${name}.text`, label: t.text, rows: 9 }}
                  value={templates[name].text}
                />
              </fieldset>
            ))}
          </Card>
        </Form>
      </FieldSet>
    </Page>
  );
}
