import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { browserLanguage } from "../i18n/language";
import { faviconLink } from "../ui/page/favicon";
import type { PageKind } from "../ui/page/page-kind";
import { ErrorScreen, screenTitle } from "../ui/page/screen";

/** `/` on a host that belongs to no company: redirects to `HOME_PATH` or describes the site. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { HOME_PATH } = context.settings;
  if (HOME_PATH !== undefined) throw redirect(HOME_PATH);
  return { name: "home" as const, language: browserLanguage(request) };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...(data ? [{ title: screenTitle(data) }] : []),
  faviconLink(undefined),
];

export const handle: PageKind = { sheets: () => ["screen"] };

export default function HomeRoute() {
  return <ErrorScreen {...useLoaderData<typeof loader>()} />;
}
