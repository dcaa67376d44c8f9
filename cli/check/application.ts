// Applies at a site as a plain browser does, and deletes the application again.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { receiptNumber } from "../../app/application/model/receipt";
import { ADMIN_PATH } from "../../contract/admin";
import { filledForm, readPage } from "./page";
import { ask, fail, ok, skip, type Known, type SiteToCheck, type Verdict } from "./point";

const DELIVERED_WITHIN_MS = 30_000;

/** Sends the position's form, and waits for its delivery. */
export async function testApplication(site: SiteToCheck, known: Known): Promise<Verdict> {
  const { page } = known;
  const filled = filledForm(page);
  if (!filled) return skip("this position has no form: name another one by --position");
  // Only a bot check needs this directive, and it lets no program through.
  if (page.headers.get("Content-Security-Policy")?.includes("style-src-attr")) {
    return skip("the site has a bot check: apply once yourself");
  }
  const request = { method: "POST", body: filled.form, headers: { Origin: site.url } };
  const response = await ask(site, filled.action, request);
  const { status } = response;
  const location = response.headers.get("Location") ?? "";
  const receiptId = /[?&]receipt=(\w+)/.exec(location)?.[1];
  if (status === 409)
    return fail("the platform has an older application of Puerta Check: delete it");
  if (receiptId === undefined) {
    const { elements } = await readPage(response, page.path);
    const refused = elements.filter(({ attributes }) => attributes["aria-invalid"] === "true");
    const names = refused.map(({ attributes: { name } }) => name).join(", ");
    const what = names === "" ? "the platform may refuse it" : `it refuses ${names}`;
    return fail(`the form is answered ${status}: ${what}. Apply once yourself to see why.`);
  }
  known.receipt = receiptNumber(receiptId);
  const standing = await finalStanding(site, location);
  if (standing === "delivered") return ok(`delivered, receipt ${known.receipt}`);
  const drop = { method: "POST", secret: site.operatorSecret };
  const dropped = await ask(site, `/-/operator/applications/${receiptId}/drop`, drop);
  const todo = dropped.ok ? "It was dropped" : `npx puerta applications drop ${known.receipt}`;
  return fail(`it is ${standing}: see "health", and the site's log. ${todo}.`);
}

/** The receipt's standing once delivery has been tried. */
async function finalStanding(site: SiteToCheck, receipt: string): Promise<string> {
  const end = Date.now() + DELIVERED_WITHIN_MS;
  for (;;) {
    const { elements, status } = await readPage(await ask(site, receipt), receipt);
    const { attributes } = elements.find(({ attributes: { id } }) => id === "application") ?? {};
    const [, standing] = /\breceipt-(?!new)(\S+)/.exec(attributes?.class ?? "") ?? [];
    if (standing === undefined) return `lost: its receipt answers ${status}`;
    if (standing !== "on-its-way" || Date.now() > end) return standing;
    await sleep(1000);
  }
}

const Found = z.object({ applications: z.array(z.object({ id: z.string() })) });

/** Deletes the application by the embedded platform's admin interface. */
export async function deletion(site: SiteToCheck, { receipt }: Known): Promise<Verdict> {
  const todo = `Delete the application of Puerta Check, receipt ${receipt}, on the platform.`;
  if (site.adminSecret === "") return skip(todo);
  const secret = site.adminSecret;
  const find = () => ask(site, `${ADMIN_PATH}/applications?which=${receipt}`, { secret });
  const first = await find();
  if (!first.ok) return fail(`the admin interface answers ${first.status}. ${todo}`);
  const [found] = Found.parse(await first.json()).applications;
  if (!found) return fail(`the platform does not have receipt ${receipt}, although it took it`);
  await ask(site, `${ADMIN_PATH}/applications/${found.id}`, { method: "DELETE", secret });
  const left = Found.parse(await (await find()).json()).applications;
  return left.length === 0 ? ok("it was deleted from the platform") : fail(todo);
}
