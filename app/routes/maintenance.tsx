import { type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { throwMaintenance, throwNotFound } from "../edge/screens.server";

/** During maintenance, `showMaintenance` renders this screen instead of the requested page. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return context.settings.MAINTENANCE === "on"
    ? throwMaintenance(request, context)
    : throwNotFound(request, context);
}

export default function MaintenanceRoute() {
  return null;
}
