import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as z from "zod";
import type { Queued } from "~/contract/operator";
import { isReceiptId } from "../application/model/receipt";
import { operatorJson, refuseNonOperator } from "../edge/operator.server";

/** Maximum number of ids in a request. Each id needs a subrequest, and plans allow at least 50. */
const MAX_IDS = 40;

const queueSchema = z.object({ receiptIds: z.array(z.string().refine(isReceiptId)).max(MAX_IDS) });

export const loader = () => new Response("Not Found", { status: 404 });

/**
 * For operators: makes waiting and failed applications due now. The release limiter decides when each is
 * sent. Returns counts by result.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const refused = await refuseNonOperator(request, context);
  if (refused) return refused;
  const body = queueSchema.safeParse(await request.json().catch(() => undefined));
  if (!body.success) {
    const message = `Send {"receiptIds": [id, …]} as JSON, with at most ${MAX_IDS} ids.`;
    return operatorJson({ message }, 400);
  }
  const queued: Queued = await context.operator.enqueue(body.data.receiptIds);
  return operatorJson(queued);
}
