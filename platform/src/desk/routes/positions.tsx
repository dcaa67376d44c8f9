/** @jsxImportSource hono/jsx */
import { Hono } from "hono";
import { readEmailHealth } from "~/platform/src/email/report";
import {
  CHANGED,
  countPages,
  getDoneMessage,
  getText,
  getView,
  ID,
  pageNumber,
  sendPage,
  siteOrigin,
  type DeskEnv,
} from "../context";
import { NumbersPage } from "../pages/numbers";
import { FILTERS, PositionsPage } from "../pages/positions";
import type { ListedStatus } from "../records";

export const positions = new Hono<DeskEnv>();

positions.get("/", async (context) => {
  const at = pageNumber(context);
  const { records, positionNames, texts } = context.var;
  const { q = "", show } = context.req.query();
  const filter = { query: q.slice(0, 200), show: FILTERS.find((one) => one === show) };
  const [{ rows, total, all }, { problem }] = await Promise.all([
    records.positions(positionNames, filter, at, texts.lang),
    readEmailHealth(context.env),
  ]);
  return sendPage(
    context,
    <PositionsPage
      {...{ view: getView(context), rows, filter, page: at, pages: countPages(total), problem }}
      counts={countByCompany(all)}
      site={siteOrigin(context)}
      message={getDoneMessage(context)}
    />,
  );
});

/** Counts the published positions of each company. */
function countByCompany(all: readonly { client_uuid: string; status: ListedStatus }[]) {
  const counts = new Map<string, number>();
  for (const { client_uuid, status } of all) {
    const before = counts.get(client_uuid) ?? 0;
    counts.set(client_uuid, status === "draft" ? before : before + 1);
  }
  return counts;
}

positions.post(`/positions/${ID}/status`, async (context) => {
  const { records, form, person } = context.var;
  const uuid = context.req.param("id");
  const status = getText(form, "status");
  if (status !== "open" && status !== "closed") return context.notFound();
  const position = status === "open" ? await records.position(uuid) : undefined;
  // A position stays closed as long as its closing date has passed.
  if (position?.isPastClosing)
    return context.redirect(`/positions/${uuid}/edit?done=choose-date#closes_at`, 303);
  const client = await records.setStatus(uuid, status, person.who);
  if (client === undefined) return context.notFound();
  context.header(CHANGED, client);
  const done = status === "open" ? "opened" : "closed";
  return context.redirect(`/positions/${uuid}?done=${done}`, 303);
});

/** What is stored about how many apply when, and from where. */
positions.get(`/positions/${ID}/numbers`, async (context) => {
  const { records } = context.var;
  const position = await records.position(context.req.param("id"));
  if (!position) return context.notFound();
  const props = { position, ...(await records.numbers(position.uuid)) };
  return sendPage(context, <NumbersPage view={getView(context)} {...props} />);
});
