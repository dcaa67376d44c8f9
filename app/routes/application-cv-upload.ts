import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  tusDelete,
  tusHead,
  tusOptions,
  tusPatch,
  tusTooOften,
} from "../application/upload/tus.server";

type Args = Pick<ActionFunctionArgs, "params" | "context">;

/** How much there is of a CV; never the CV itself. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (request.method === "OPTIONS") return tusOptions(context.settings.MAX_CV_BYTES);
  const found = await uploadOf({ params, context });
  if (!found || request.method !== "HEAD") return new Response("Not Found", { status: 404 });
  return counted(context, () => tusHead(request, found.object, found.upload));
}

/** A piece of a CV, or its end. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const found = await uploadOf({ params, context });
  if (found && request.method === "PATCH") {
    return counted(context, () => tusPatch(request, found.object, found.upload));
  }
  if (found && request.method === "DELETE") {
    return counted(context, () => tusDelete(request, found.object, found.upload));
  }
  return new Response("Not Found", { status: 404 });
}

/** Asks an object, unless the visitor's network has asked for too many uploads that are not there. */
async function counted({ rateLimits }: Args["context"], ask: () => Promise<Response>) {
  if (!rateLimits.mayLookUp("application")) return tusTooOften();
  const answer = await ask();
  if (answer.status === 404) await rateLimits.countMiss("application");
  return answer;
}

async function uploadOf({ params, context }: Args) {
  const object = await context.applications.findObject(params.applicationId);
  const upload = /^\d{1,10}$/.test(params.upload ?? "") ? Number(params.upload) : undefined;
  return object && upload !== undefined ? { object, upload } : undefined;
}
