import { type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { throwNotFound } from "../edge/screens.server";

/** `/404` and every unknown URL. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return throwNotFound(request, context);
}

export function action({ request, context }: LoaderFunctionArgs) {
  return throwNotFound(request, context);
}

export default function NotFoundRoute() {
  return null;
}
