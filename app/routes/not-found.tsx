import { type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { throwNotFound } from "../edge/screens.server";

/** `/404` and every unknown URL. */
export function loader({ request }: LoaderFunctionArgs) {
  return throwNotFound(request);
}

export function action({ request }: LoaderFunctionArgs) {
  return throwNotFound(request);
}

export default function NotFoundRoute() {
  return null;
}
