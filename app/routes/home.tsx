import { redirect, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { browserLanguage } from "../i18n/language";
import { useContent } from "../ui/page/document";
import type { PageKind } from "../ui/page/page-kind";
import { plainTitle } from "../ui/page/page-title";
import { ErrorScreen, screenTitle, type Screen } from "../ui/page/screen";

/** `/` on a host that belongs to no company: redirects to `HOME_PATH` or describes the site. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { HOME_PATH } = context.settings;
  if (HOME_PATH !== undefined) throw redirect(HOME_PATH);
  const screen: Screen = {
    name: "home",
    language: browserLanguage(request, context.settings.LANGUAGES),
  };
  return context.show(screen);
}

export const handle: PageKind<Screen> = {
  sheets: () => ["screen"],
  title: (screen) => plainTitle(screenTitle(screen)),
  head: () => ({}),
};

export default function HomeRoute() {
  return <ErrorScreen {...useContent(handle)} />;
}
