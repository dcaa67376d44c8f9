import { type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, Meta, Outlet, useMatches, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { matchLanguage, languageTag, type Language } from "./i18n/language";
import { DevelopmentReload } from "./ui/page/development-reload";
import { useDocument } from "./ui/page/document";
import { faviconLink } from "./ui/page/favicon";
import { ErrorScreen, screenTitle, type Screen } from "./ui/page/screen";
import { getPageKind } from "./ui/page/page-kind";
import { pageTitle } from "./ui/page/page-title";
import { ENTRY_SCRIPT } from "./ui/page/scripts";
import styles from "./ui/styles/styles.generated.json";

export const meta: MetaFunction = ({ error }) =>
  error === undefined ? [] : [faviconLink(toScreen(error, "en").favicon)];

/** Headers that a loader threw with a screen, such as `Retry-After`. */
export const headers: HeadersFunction = ({ errorHeaders }) => errorHeaders ?? {};

export function Layout({ children }: { children: ReactNode }) {
  const { nonce } = useDocument();
  return (
    <html lang={languageTag(usePageLanguage())}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <PageTitle />
        <Meta />
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: usePageStyles() }} />
        <script type="module" src={ENTRY_SCRIPT} nonce={nonce} />
      </head>
      <body>
        {children}
        <DevelopmentReload />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorScreen {...toScreen(useRouteError(), usePageLanguage())} />;
}

/** Returns the screen that a loader threw, or a general screen for other errors. */
function toScreen(error: unknown, language: Language): Screen {
  if (!isRouteErrorResponse(error)) return { name: "error", language };
  if (isScreen(error.data)) return error.data;
  return { name: error.status === 404 ? "not-found" : "error", language };
}

function isScreen(value: unknown): value is Screen {
  return typeof value === "object" && value !== null && "name" in value && "language" in value;
}

/** Renders the title of a screen, or of a route whose `PageKind` has a title. Other routes use `meta`. */
function PageTitle() {
  const { posted, visitorLanguage, namesTitles: isNamed } = useDocument();
  const error = useRouteError();
  const matches = useMatches();
  if (error) return <title>{screenTitle(toScreen(error, visitorLanguage))}</title>;
  const [parts] = matches.flatMap(
    ({ handle, data }) => getPageKind(handle)?.title?.(data, posted) ?? [],
  );
  return parts ? <title>{pageTitle({ ...parts, isNamed })}</title> : null;
}

function usePageStyles(): string {
  const { posted } = useDocument();
  const isScreen = Boolean(useRouteError());
  const matches = useMatches();
  // A screen replaces the page.
  if (isScreen) return styles.everywhere + styles.screen;
  const sheets = matches.flatMap(
    ({ handle, data }) => getPageKind(handle)?.sheets(data, posted) ?? [],
  );
  return styles.everywhere + sheets.map((name) => styles[name]).join("");
}

/**
 * Returns the language of the thrown screen, else of the innermost route with a language, else of the visitor.
 */
function usePageLanguage(): Language {
  const error = useRouteError();
  const { visitorLanguage } = useDocument();
  const named = useMatches().flatMap(({ data }) =>
    typeof data === "object" && data !== null && "language" in data ? [String(data.language)] : [],
  );
  if (isRouteErrorResponse(error) && isScreen(error.data)) return error.data.language;
  return matchLanguage(named.at(-1)) ?? visitorLanguage;
}
