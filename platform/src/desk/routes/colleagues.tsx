/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import {
  Invitation,
  invite,
  listAccess,
  revoke,
  type AccessRow,
} from "~/platform/src/companies/desk-access";
import { getAccessSettings } from "../access";
import {
  findCompany,
  getText,
  isConfirmed,
  logAction,
  refuse,
  type DeskContext,
  type DeskEnv,
} from "../context";
import { Confirm, ConfirmPage } from "../pages/confirm";
import { Field } from "../pages/fields";
import { Page } from "../pages/layout";
import { ButtonLink, Card, Form, Hidden, Row, Rows, Tag } from "../pages/parts";
import { Time, useDesk } from "../pages/view";

export const colleagues = new Hono<DeskEnv>();

/** The access to the person's companies. Access to all companies is listed, but not changed here. */
const list = ({ env, var: { person } }: DeskContext) =>
  listAccess(
    env,
    person.companies.map(({ uuid }) => uuid),
  );

interface State {
  entered?: Record<"name" | "email" | "company", string>;
  invited?: { name: string; email: string; code?: string | undefined };
}

async function colleaguesPage(context: DeskContext, { entered, invited }: State = {}) {
  const { texts, person } = context.var;
  const deskUrl = context.env.DESK_URL ?? new URL(context.req.url).origin;
  const rows = await list(context);
  return context.render(
    <Page
      {...{ title: texts.colleagues, section: "colleagues", intro: texts.editor.colleaguesHint }}
    >
      {invited && <Invited {...invited} deskUrl={deskUrl} />}
      <Rows
        rows={rows.map((row) => (
          <Colleague row={row} />
        ))}
      />
      {person.companies.length > 0 && (
        <InviteForm entered={entered} hasAccess={getAccessSettings(context.env) !== undefined} />
      )}
    </Page>,
  );
}

function Invited({ name, email, code, deskUrl }: State["invited"] & { deskUrl: string }) {
  const t = useDesk().texts.editor;
  return (
    <div class="message" role="status">
      <p>{code === undefined ? t.invitedEmail(email) : t.invitedCode(name)}</p>
      {code !== undefined && <p class="code">{code}</p>}
      {code !== undefined && <p>{t.invitedAt(deskUrl)}</p>}
    </div>
  );
}

/** An email address can have access to several companies. */
const colleaguePath = ({ id, client, created_at }: AccessRow) =>
  `/colleagues/${encodeURIComponent(created_at === null ? `${id} ${client}` : id)}`;

function Colleague({ row }: { row: AccessRow }) {
  const { texts, person } = useDesk();
  const t = texts.editor;
  const name = row.name || t.nameless;
  const company = row.company ?? t.allCompanies;
  const remove = row.client !== null && (
    <ButtonLink
      {...{ href: colleaguePath(row), text: t.removeAccess, kind: "plain danger" }}
      label={`${t.removeAccess}: ${name}`}
    />
  );
  return (
    <Row
      name={name}
      meta={
        row.created_at === null ? company : <Time before={`${company} · `} iso={row.created_at} />
      }
      end={row.id === person?.id ? <Tag text={t.you} /> : remove}
    />
  );
}

interface InviteProps {
  entered: State["entered"];
  /** Whether people can sign in with Cloudflare Access. */
  hasAccess: boolean;
}

function InviteForm({ entered, hasAccess }: InviteProps) {
  const { texts, person } = useDesk();
  const t = texts.editor;
  const companies = (person?.companies ?? []).map(({ uuid, name }) => [uuid, name] as const);
  const { name, email, company = companies[0]?.[0] } = entered ?? {};
  return (
    <Card title={t.invite}>
      <Form action="/colleagues" submit={t.createAccess}>
        <Field name="name" label={t.colleagueName} value={name} />
        {hasAccess && (
          <Field
            {...{ name: "email", type: "email", label: t.colleagueEmail, value: email }}
            hint={t.colleagueEmailHint}
          />
        )}
        {companies.length > 1 ? (
          <Field name="company" label={texts.company} value={company} options={companies} />
        ) : (
          <Hidden company={company} />
        )}
        <Confirm what={t.confirmInvite} />
      </Form>
    </Card>
  );
}

colleagues.get("/colleagues", (context) => colleaguesPage(context));

colleagues.post("/colleagues", async (context) => {
  const { form, texts } = context.var;
  const read = (name: string) => getText(form, name).trim();
  const entered = { name: read("name"), email: read("email"), company: read("company") };
  const { name, email } = entered;
  const client = findCompany(context, entered.company)?.uuid;
  if (client === undefined) return context.notFound();
  const given = { company: client, name, ...(email && { email }) };
  const invitation = Invitation.safeParse(given).data;
  if (!invitation || (!email && !name)) {
    refuse(context, email ? texts.editor.emailWrong : texts.editor.nameMissing);
    return colleaguesPage(context, { entered });
  }
  if (!(await isConfirmed(context, { client }))) return colleaguesPage(context, { entered });
  const { code } = await invite(context.env, invitation);
  await logAction(context, "invited", { client });
  return colleaguesPage(context, { invited: { name, email, code } });
});

function RemovePage({ row }: { row: DeskEnv["Variables"]["colleague"] }) {
  const t = useDesk().texts.editor;
  const name = row.name || t.nameless;
  return (
    <ConfirmPage
      {...{ section: "colleagues", title: t.removeQuestion, button: t.removeAccess }}
      {...{ action: colleaguePath(row), back: "/colleagues", what: t.confirmRemove(name) }}
    >
      <p>
        <strong>{name}</strong>
        {` · ${row.company ?? ""}`}
      </p>
      <p>{t.removeWarning}</p>
    </ConfirmPage>
  );
}

/** Finds another person's access. `who` is a code's id, or an email address and its company. */
const withColleague = createMiddleware<DeskEnv>(async (context, next) => {
  const [id, client] = (context.req.param("who") ?? "").split(" ");
  const row = (await list(context)).find(
    (access) => access.id === id && (client === undefined || access.client === client),
  );
  if (!row || row.client === null || row.id === context.var.person.id) return context.notFound();
  context.set("colleague", { ...row, client: row.client });
  return next();
});

colleagues.get("/colleagues/:who", withColleague, (context) =>
  context.render(<RemovePage row={context.var.colleague} />),
);

colleagues.post("/colleagues/:who", withColleague, async (context) => {
  const { colleague } = context.var;
  const { id, client } = colleague;
  if (!(await isConfirmed(context, { client })))
    return context.render(<RemovePage row={colleague} />);
  await revoke(context.env, id, client);
  await logAction(context, "revoked", { client });
  return context.redirect("/colleagues?done=removed", 303);
});
