import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  tusDelete,
  tusHead,
  tusOptions,
  tusPatch,
  tusRateLimited,
} from "../application/upload/tus.server";

type Args = Pick<ActionFunctionArgs, "params" | "context">;

/** Returns the progress of an upload, never the file itself. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (request.method === "OPTIONS") return tusOptions(context.settings.MAX_CV_BYTES);
  const found = await findUpload({ params, context });
  if (!found || request.method !== "HEAD") return new Response("Not Found", { status: 404 });
  return countMisses(context, () => tusHead(request, found.object, found.upload));
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const found = await findUpload({ params, context });
  if (found && request.method === "PATCH") {
    return countMisses(context, () => tusPatch(request, found.object, found.upload));
  }
  if (found && request.method === "DELETE") {
    return countMisses(context, () => tusDelete(request, found.object, found.upload));
  }
  return new Response("Not Found", { status: 404 });
}

/** Calls an application's Durable Object. Returns 429 if the network has requested too many missing ids. */
async function countMisses({ rateLimits }: Args["context"], call: () => Promise<Response>) {
  if (!rateLimits.mayLookUp("application")) return tusRateLimited();
  const response = await call();
  if (response.status === 404) await rateLimits.countMiss("application");
  return response;
}

async function findUpload({ params, context }: Args) {
  const object = await context.applications.findObject(params.applicationId);
  const upload = /^\d{1,10}$/.test(params.upload ?? "") ? Number(params.upload) : undefined;
  return object && upload !== undefined ? { object, upload } : undefined;
}
