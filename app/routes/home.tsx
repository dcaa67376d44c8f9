import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { notFound } from "../edge/screens.server";

export function loader({ request, context }: LoaderFunctionArgs) {
  const { HOME_PATH } = context.settings;
  if (HOME_PATH === undefined) notFound(request);
  return redirect(HOME_PATH);
}

export default function HomeRoute() {
  return null;
}
