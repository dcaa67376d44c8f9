/** @jsxImportSource hono/jsx */
// The inbox, and the same list for one position.
import { Hono } from "hono";
import {
  findCompany,
  getText,
  ID,
  logAction,
  siteOrigin,
  withPosition,
  type DeskContext,
  type DeskEnv,
} from "../context";
import { FILTERS, SORTS, type Filter, type Sort } from "../inbox";
import { Page } from "../pages/layout";
import { ButtonLink, Hint, Tag, Links, type Link } from "../pages/parts";
import { dotted, useDesk } from "../pages/view";
import { ApplicationList, listHref, type ListState } from "../pages/list";
import type { PositionRow } from "../records";
import { seal, unseal } from "../sealed";
import { companySubjects } from "../visitor";
import { StatusButton } from "./positions";

export const list = new Hono<DeskEnv>();

const MAX_SEARCH_CHARACTERS = 200;

const findKey = <Key extends string>(record: Record<Key, unknown>, text: string | undefined) =>
  (Object.keys(record) as Key[]).find((key) => key === text); // has no other keys

const parseNumber = (text = "") => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

async function readList(context: DeskContext, position?: string): Promise<ListState> {
  const { records, person } = context.var;
  const { q = "", show, sort, after, before, all } = context.req.query();
  const query = {
    position,
    search: q === "" ? "" : await unseal(q, person.secret),
    filter: findKey<Filter>(FILTERS, show),
    sort: findKey<Sort>(SORTS, sort) ?? ("newest" as const),
    ...{ after: parseNumber(after), before: parseNumber(before) },
  };
  const at = position === undefined ? "/applications" : `/positions/${position}`;
  return { ...(await records.list(query)), query, at, q, isAllChosen: all === "1" };
}

list.get("/applications", async (context) =>
  context.render(
    <Page title={context.var.texts.inbox} section="applications">
      <ApplicationList list={await readList(context)} />
    </Page>,
  ),
);

list.get(`/positions/${ID}`, async (context) => {
  const uuid = context.req.param("id");
  const { records } = context.var;
  const [position, found] = await Promise.all([records.position(uuid), readList(context, uuid)]);
  if (!position) return context.notFound();
  const code = findCompany(context, position.client_uuid)?.code ?? "";
  const site = siteOrigin(context);
  const href = site && `${site}/${encodeURIComponent(code)}/${position.slug}/${uuid}`;
  return context.render(<PositionPage {...{ position, list: found, href }} />);
});

interface PositionProps {
  list: ListState;
  position: PositionRow;
  /** The URL of the published page, if the site's URL is known. */
  href: string | undefined;
}

function PositionPage({ position, list: found, href }: PositionProps) {
  const { texts } = useDesk();
  const { editor } = texts;
  const { uuid, name, company, location, status, has_draft, application_count } = position;
  const at = `/positions/${uuid}`;
  const links: (Link | false)[] = [
    status === "open" && href !== undefined && [href, editor.seeOnSite, true],
    application_count > 0 && [`${at}/numbers`, texts.numbers],
    [`${at}/versions`, editor.versions],
    [`${at}/delete`, editor.deleteJob],
  ];
  return (
    <Page
      {...{ title: name, section: "positions", trail: [["/", texts.positions]] }}
      intro={
        <>
          {dotted(company, location, texts.applications(application_count))}{" "}
          <Tag kind={status} text={editor.statuses[status]} />{" "}
          {has_draft && <Tag text={editor.unpublished} />}
        </>
      }
    >
      <div class="actions">
        <ButtonLink href={`${at}/edit`} text={editor.editJob} />
        <StatusButton position={position} />
        <ButtonLink href={`/positions/new?from=${uuid}`} text={editor.duplicate} kind="plain" />
        {application_count > 0 && (
          <ButtonLink href={`${at}/export`} text={texts.exportAll} kind="plain" />
        )}
      </div>
      <Hint>
        {`${texts.closeHint} `}
        <Links links={links.filter((link) => link !== false)} />
      </Hint>
      <ApplicationList list={found} />
    </Page>
  );
}

/** Searches are POSTs that redirect to a URL with the encrypted search. */
async function search(context: DeskContext, at: string) {
  const { form, person } = context.var;
  const text = getText(form, "search").trim().slice(0, MAX_SEARCH_CHARACTERS);
  const filter = findKey<Filter>(FILTERS, getText(form, "filter"));
  const sort = findKey<Sort>(SORTS, getText(form, "sort")) ?? "newest";
  if (text !== "") await logAction(context, "searched", ...companySubjects(person.companies));
  const q = text === "" ? "" : await seal(text, person.secret);
  return context.redirect(listHref({ at, q, query: { filter, sort } }), 303);
}

list.post("/applications/search", (context) => search(context, "/applications"));
list.post(`/positions/${ID}/search`, withPosition, (context) =>
  search(context, `/positions/${context.var.position.uuid}`),
);
