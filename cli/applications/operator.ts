// Client of the site's operator interface, which serves undelivered applications.
import {
  findByReceiptNumber,
  formatReceiptNumber,
  parseReceiptNumber,
} from "~/contract/receipt-number";
import { Queued, UndeliveredExport, UndeliveredPage, UndeliveredView } from "~/contract/operator";
import { Stop } from "~/scripts/stop";
import { callSite } from "../lib/operator";
import type { Site } from "../lib/platform";

const AT_ONCE = 40;

export type Operator = ReturnType<typeof createOperator>;

async function callOperator(site: Site, path: string, method?: string, body?: unknown) {
  const response = await callSite(site, `operator/applications${path}`, method, body);
  if (response.ok) return response;
  if (response.status === 409) throw new Stop(await response.text());
  if (response.status !== 404) throw new Stop(`${site.url} answered ${response.status}.`);
  throw new Stop(
    path.startsWith("?")
      ? `${site.url} has no OPERATOR_SECRET. Set one: npx wrangler secret put OPERATOR_SECRET`
      : "The application has no contents: it was delivered or dropped, or its storage is empty.",
  );
}

export function createOperator(site: Site) {
  const call = (path: string, method?: string, body?: unknown) =>
    callOperator(site, path, method, body);

  /** Lists applications, oldest first. `missing` names index shards that did not respond. */
  async function list(query: { number?: string } = {}) {
    const applications: UndeliveredPage["applications"] = [];
    const missing = new Set<string>();
    let after: string | null = null;
    do {
      const search = new URLSearchParams({ ...query, ...(after !== null && { after }) });
      const page: UndeliveredPage = UndeliveredPage.parse(
        await (await call(`?${search.toString()}`)).json(),
      );
      applications.push(...page.applications);
      for (const name of page.missing) missing.add(name);
      after = page.next;
    } while (after !== null);
    return { applications, missing: [...missing] };
  }

  return {
    list,

    /** Finds applications by receipt number (or its beginning) or receipt id. */
    async matching(which: string) {
      const text = toReceiptNumber(which);
      if (findByReceiptNumber([], text) === undefined) return [];
      const number = parseReceiptNumber(text) ?? "";
      const { applications, missing } = await list(number.length === 9 ? { number } : {});
      const found = findByReceiptNumber(applications, text) ?? [];
      if (found.length > 0 || missing.length === 0) return found;
      throw new Stop(`${missing.join(" and ")} did not answer and might have ${which}. Try again.`);
    },

    act: async (id: string, action: "show" | "send" | "drop") =>
      UndeliveredView.parse(
        await (await call(`/${id}/${action}`, action === "show" ? "GET" : "POST")).json(),
      ),

    exported: async (id: string) =>
      UndeliveredExport.parse(await (await call(`/${id}/export`)).json()),

    file: (id: string, field: string) => call(`/${id}/cv?field=${encodeURIComponent(field)}`),

    /** Makes applications due now, in batches. Yields the counts by outcome of each batch. */
    async *enqueue(ids: readonly string[]) {
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const body = { receiptIds: ids.slice(at, at + AT_ONCE) };
        yield Queued.parse(await (await call("/queue", "POST", body)).json());
      }
    },
  };
}

/** Converts a receipt id to its receipt number. Returns other strings unchanged. */
export const toReceiptNumber = (which: string): string =>
  /^[0-9a-f]{64}$/.test(which) ? formatReceiptNumber(Buffer.from(which, "hex")) : which;
