import { type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { notFound } from "../edge/screens.server";

/** `/404`, and every address that is nobody's. */
export function loader({ request }: LoaderFunctionArgs) {
  return notFound(request);
}

export function action({ request }: LoaderFunctionArgs) {
  return notFound(request);
}

export default function NotFoundRoute() {
  return null;
}
