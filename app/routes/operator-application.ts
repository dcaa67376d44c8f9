import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { isReceiptId } from "../application/model/receipt";
import { refuseStranger } from "../edge/operator.server";

/** There is nothing to be read of one application. */
export const loader = () => new Response("Not Found", { status: 404 });

/** For an operator: sends an application again (`send`), or gives it up (`drop`). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const refused = await refuseStranger(request, context.settings.OPERATOR_SECRET);
  if (refused) return refused;
  const { receiptId = "", deed } = params;
  if (!isReceiptId(receiptId)) return new Response("Not Found", { status: 404 });
  const { applications } = context;
  const deeds = { send: applications.sendAgain, drop: applications.drop };
  if (deed !== "send" && deed !== "drop") return new Response("Not Found", { status: 404 });
  const standing = await deeds[deed](receiptId);
  if (standing === undefined) return new Response("Not Found", { status: 404 });
  return Response.json({ standing });
}
