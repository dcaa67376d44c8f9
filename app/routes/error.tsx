import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { browserLanguage } from "../i18n/language";
import type { Screen } from "../ui/page/screen";

export function loader({ request, context }: LoaderFunctionArgs) {
  const screen: Screen = {
    name: "error",
    language: browserLanguage(request, context.settings.LANGUAGES),
  };
  throw data(screen, { status: 500 });
}

export default function ErrorRoute() {
  return null;
}
