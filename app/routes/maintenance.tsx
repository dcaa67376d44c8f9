import { type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { throwMaintenance, throwNotFound } from "../edge/screens.server";

/** Every URL shows this screen while the site is under maintenance. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return context.settings.MAINTENANCE === "on" ? throwMaintenance(request) : throwNotFound(request);
}

export default function MaintenanceRoute() {
  return null;
}
