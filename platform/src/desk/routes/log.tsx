/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import {
  countPages,
  getDoneMessage,
  getText,
  getView,
  pageNumber,
  sendPage,
  type DeskEnv,
} from "../context";
import { LogPage } from "../pages/log";
import { SessionsPage } from "../pages/sessions";
import { endSessions, listSessions } from "../session-store";

export const log = new Hono<DeskEnv>();

log.get("/log", async (context) => {
  const at = pageNumber(context);
  const { rows, total } = await context.var.records.log(at);
  const props = { rows, page: at, pages: countPages(total) };
  return sendPage(context, <LogPage view={getView(context)} {...props} />);
});

log.get("/sessions", async (context) => {
  const sessions = await listSessions(context.env, context.var.person, Date.now());
  const props = { sessions, message: getDoneMessage(context) };
  return sendPage(context, <SessionsPage view={getView(context)} {...props} />);
});

log.post("/sessions/end", async (context) => {
  const { form, person } = context.var;
  await endSessions(context.env, person, getText(form, "session"));
  return context.redirect("/sessions?done=ended", 303);
});
