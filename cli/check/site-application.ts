import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { receiptNumber } from "~/app/application/model/receipt";
import { createPlatformClient } from "../lib/platform";
import { request, fail, ok, readPage, skip } from "./point";
import type { CheckContext, SiteToCheck, Verdict } from "./point";
import { fillForm } from "./test-application";

export async function testApplication(site: SiteToCheck, known: CheckContext): Promise<Verdict> {
  const { page } = known;
  const form = page.elements.find(({ attributes: { id } }) => id === "application");
  if (form?.tag !== "form") return skip("the position has no form: use another --position");
  // Only pages with a bot check have this directive. The check would reject this program.
  if (page.headers.get("Content-Security-Policy")?.includes("style-src-attr")) {
    return skip("the site has a bot check: apply once yourself");
  }
  const init = { method: "POST", body: fillForm(form), headers: { Origin: site.url } };
  const response = await request(site, form.attributes.action ?? "", init);
  const location = response.headers.get("Location") ?? "";
  const receiptId = /[?&]receipt=(\w+)/.exec(location)?.[1];
  if (receiptId === undefined) {
    const todo = "After a 409, delete the earlier test application. Otherwise apply once yourself";
    return fail(
      `the form is answered with ${response.status}: the platform may have refused it. ${todo}.`,
    );
  }
  known.receipt = receiptNumber(receiptId);
  const state = await finalState(site, location, known.pauseMs);
  if (state === "delivered") return ok(`delivered, receipt ${known.receipt}`);
  const drop = `npx puerta applications drop ${known.receipt}`;
  return fail(`it is ${state}: see "health" and the site's log, then run ${drop}`);
}

async function finalState(site: SiteToCheck, receipt: string, pauseMs: number): Promise<string> {
  const end = Date.now() + 30_000;
  for (;;) {
    const { elements, status } = await readPage(await request(site, receipt), receipt);
    const { attributes } = elements.find(({ attributes: { id } }) => id === "application") ?? {};
    const [, state] = /\breceipt-(?!new)(\S+)/.exec(attributes?.class ?? "") ?? [];
    if (state === undefined) return `lost: its receipt answers ${status}`;
    if (state !== "on-its-way" || Date.now() > end) return state;
    await sleep(pauseMs);
  }
}

const Found = z.object({ applications: z.array(z.object({ id: z.string() })) });

export async function deletion(site: SiteToCheck, { receipt }: CheckContext): Promise<Verdict> {
  const todo = `Delete the application of Puerta Check, receipt ${receipt}, on the platform.`;
  if (site.adminSecret === "") return skip(todo);
  const platform = createPlatformClient({ ...site, isRemote: true });
  const find = () => platform.read(Found, "GET", `/applications?which=${receipt}`);
  const [found] = (await find()).applications;
  if (!found) return fail(`the platform accepted the application, but has no receipt ${receipt}`);
  await platform.call("DELETE", `/applications/${found.id}`);
  const { applications } = await find();
  return applications.length === 0 ? ok("it was deleted from the platform") : fail(todo);
}
