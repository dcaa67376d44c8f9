/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { deleteApplications } from "../../deletion";
import {
  checkConfirmation,
  getDoneMessage,
  getSubject,
  getText,
  getView,
  logAction,
  sendPage,
  type DeskEnv,
} from "../context";
import { DeleteFoundPage, PeoplePage } from "../pages/people";
import { parsePersonQuery } from "../person-query";
import { MAX_FOUND } from "../records";
import { companySubjects } from "../visitor";

export const people = new Hono<DeskEnv>();

people.get("/people", (context) =>
  sendPage(context, <PeoplePage view={getView(context)} message={getDoneMessage(context)} />),
);

people.post("/people", async (context) => {
  const { records, form, texts, person } = context.var;
  const view = getView(context);
  const who = getText(form, "who").slice(0, 320);
  const query = parsePersonQuery(who);
  if (!query) {
    return sendPage(context, <PeoplePage view={view} who={who} error={texts.notAPerson} />, 422);
  }
  const found = await records.find(query);
  await logAction(context, "searched", ...companySubjects(person.companies));
  return sendPage(context, <PeoplePage view={view} who={who} found={found} />);
});

people.post("/people/delete", async (context) => {
  const { records, form, texts } = context.var;
  const view = getView(context);
  const ids = form.getAll("id").filter((id) => typeof id === "string");
  const chosen = await records.applicationsById(ids.slice(0, MAX_FOUND));
  if (chosen.length === 0) {
    return sendPage(context, <PeoplePage view={view} error={texts.chooseOne} />, 422);
  }
  if (form.get("asked") !== "yes") {
    return sendPage(context, <DeleteFoundPage view={view} rows={chosen} />);
  }
  const error = await checkConfirmation(context, ...chosen.map(getSubject));
  if (error) {
    const props = { view, rows: chosen, error: error.text };
    return sendPage(context, <DeleteFoundPage {...props} />, error.status);
  }
  await deleteApplications(
    context.env,
    chosen.map(({ id }) => id),
  );
  await logAction(context, "deleted", ...chosen.map(getSubject));
  return context.redirect("/people?done=deleted", 303);
});
