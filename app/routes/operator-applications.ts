import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { receiptNumber } from "../application/model/receipt";
import { refuseStranger } from "../edge/operator.server";

/** For an operator: the applications that wait or have failed; the one of a `?number=`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const refused = await refuseStranger(request, context.settings.OPERATOR_SECRET);
  if (refused) return refused;
  const number = new URL(request.url).searchParams.get("number") ?? undefined;
  const { total, applications } = await context.applications.undelivered(number);
  return Response.json({
    total,
    applications: applications.map((entry) => ({
      number: receiptNumber(entry.receiptId),
      ...entry,
      sentAt: new Date(entry.sentAt).toISOString(),
      dueAt: new Date(entry.dueAt).toISOString(),
    })),
  });
}
