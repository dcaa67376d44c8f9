import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { UndeliveredPage } from "~/contract/operator";
import { parseCursor, formatCursor } from "../application/delivery/undelivered";
import { receiptNumber } from "../application/model/receipt";
import { operatorJson, refuseNonOperator } from "../edge/operator.server";

const PAGE_SIZE = 500;

/**
 * For operators: returns a page of undelivered applications, oldest first. `?after=` is the previous page's `next`.
 * `?number=` selects by receipt number.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const refused = await refuseNonOperator(request, context);
  if (refused) return refused;
  const { searchParams } = new URL(request.url);
  const text = searchParams.get("after");
  const after = text === null ? undefined : parseCursor(text);
  if (text !== null && !after) return new Response("Bad Request", { status: 400 });
  const page = await context.operator.list({
    number: searchParams.get("number") ?? undefined,
    after,
    limit: PAGE_SIZE,
  });
  return operatorJson({
    total: page.total,
    missing: page.missing,
    next: page.next ? formatCursor(page.next) : null,
    applications: page.applications.map((entry) => ({
      number: receiptNumber(entry.receiptId),
      ...entry,
      sentAt: new Date(entry.sentAt).toISOString(),
      dueAt: new Date(entry.dueAt).toISOString(),
    })),
  } satisfies UndeliveredPage);
}
