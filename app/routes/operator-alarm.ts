import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { operatorJson, refuseNonOperator } from "../edge/operator.server";

export const loader = () => new Response("Not Found", { status: 404 });

/** For operators: tests whether Durable Object alarms, which deliver waiting applications, fire. */
export async function action({ request, context }: ActionFunctionArgs) {
  const refused = await refuseNonOperator(request, context);
  if (refused) return refused;
  const ms = await context.operator.testAlarm();
  return ms === undefined
    ? operatorJson({ message: "The alarm did not fire." }, 503)
    : operatorJson({ ms });
}
