/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { Invitation, invite, listFor, revoke } from "~/platform/src/companies/desk-access";
import { getAccessSettings } from "../access";
import {
  checkConfirmation,
  getDoneMessage,
  getText,
  getView,
  logAction,
  sendPage,
  type DeskContext,
  type DeskEnv,
  type FormError,
} from "../context";
import { ColleaguesPage, RemovePage } from "../pages/colleagues";

export const colleagues = new Hono<DeskEnv>();

interface State {
  entered?: Record<"name" | "email" | "company", string>;
  invited?: { name: string; email: string; code?: string | undefined };
  error?: FormError | undefined;
}

/** The access to the person's companies. Access to all companies is listed, but not changed here. */
const list = ({ env, var: { person } }: DeskContext) =>
  listFor(
    env,
    person.companies.map(({ uuid }) => uuid),
  );

async function colleaguesPage(context: DeskContext, { error, ...state }: State) {
  const props = {
    ...{ view: getView(context), message: getDoneMessage(context), error: error?.text, ...state },
    rows: await list(context),
    hasAccess: getAccessSettings(context.env) !== undefined,
    deskUrl: context.env.DESK_URL ?? new URL(context.req.url).origin,
  };
  return sendPage(context, <ColleaguesPage {...props} />, error?.status);
}

colleagues.get("/colleagues", (context) => colleaguesPage(context, {}));

colleagues.post("/colleagues", async (context) => {
  const { form, person, texts } = context.var;
  const [name, email, company] = ["name", "email", "company"].map((key) =>
    getText(form, key).trim(),
  );
  const entered = { name: name ?? "", email: email ?? "", company: company ?? "" };
  const client = person.companies.find(({ uuid }) => uuid === company)?.uuid;
  if (client === undefined) return context.notFound();
  const given = { company: client, name, ...(email && { email }) };
  const invitation = Invitation.safeParse(given).data;
  if (!invitation || (!email && !name)) {
    const text = email ? texts.editor.emailWrong : texts.editor.nameMissing;
    return colleaguesPage(context, { entered, error: { text, status: 422 } });
  }
  const error = await checkConfirmation(context, { client });
  if (error) return colleaguesPage(context, { entered, error });
  const { code } = await invite(context.env, invitation);
  await logAction(context, "invited", { client });
  return colleaguesPage(context, { invited: { name: entered.name, email: entered.email, code } });
});

colleagues.get("/colleagues/:who", async (context) => {
  const row = await findRow(context);
  return row
    ? sendPage(context, <RemovePage view={getView(context)} row={row} />)
    : context.notFound();
});

colleagues.post("/colleagues/:who", async (context) => {
  const row = await findRow(context);
  if (!row) return context.notFound();
  const error = await checkConfirmation(context, { client: row.client });
  if (error) {
    const props = { view: getView(context), row, error: error.text };
    return sendPage(context, <RemovePage {...props} />, error.status);
  }
  await revoke(context.env, row.id, row.client);
  await logAction(context, "revoked", { client: row.client });
  return context.redirect("/colleagues?done=removed", 303);
});

/** Finds another person's access to one of the companies. `who` is a code's id, or an address and its company. */
async function findRow(context: DeskContext) {
  const who = context.req.param("who");
  const [id, client] = (who ?? "").split(" ");
  const rows = await list(context);
  const row = rows.find((one) => one.id === id && (client === undefined || one.client === client));
  const isOwn = row?.id === context.var.person.id;
  return row && row.client !== null && !isOwn ? { ...row, client: row.client } : undefined;
}
