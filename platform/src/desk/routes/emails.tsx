/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { readEmailHealth } from "~/platform/src/email/report";
import { getView, SANDBOX, sendPage, type DeskEnv } from "../context";
import { CaughtPage, EmailsPage } from "../pages/emails";

export const emails = new Hono<DeskEnv>();

emails.get("/emails", async (context) => {
  const { records } = context.var;
  const [health, sent, caught] = await Promise.all([
    readEmailHealth(context.env),
    records.emails(),
    records.caught(),
  ]);
  const props = { health, emails: sent, caught };
  return sendPage(context, <EmailsPage view={getView(context)} {...props} />);
});

const CAUGHT_ID = ":id{[a-z0-9_]{1,64}}";

emails.get(`/emails/${CAUGHT_ID}`, async (context) => {
  const email = await context.var.records.caughtEmail(context.req.param("id"));
  if (!email) return context.notFound();
  return sendPage(context, <CaughtPage view={getView(context)} email={email} />);
});

/** A caught email as a mail program would show it. */
emails.get(`/emails/${CAUGHT_ID}/html`, async (context) => {
  const email = await context.var.records.caughtEmail(context.req.param("id"));
  if (!email?.html) return context.notFound();
  context.set("policy", SANDBOX);
  return context.html(email.html);
});
