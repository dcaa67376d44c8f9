import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isSameId } from "~/contract/ids";
import type { Read } from "../reads/reads.server";
import type { CareerSite } from "../platform/types";

/**
 * Loads the career site of a page or file.
 *
 * @throws a redirect if the path has the company's code instead of its uuid
 */
export async function loadCareerSite({
  request,
  params,
  context,
}: LoaderFunctionArgs): Promise<Read<CareerSite>> {
  const id = params.clientUuid ?? "";
  const uuid = await context.loads.companyUuid(id);
  if (isSameId(uuid, id)) return context.loads.careerSite(id);
  const { pathname, search } = new URL(request.url);
  throw redirect(pathname.replace(/^(\/[^/]+\/)[^/]+/, `$1${uuid}`) + search);
}
