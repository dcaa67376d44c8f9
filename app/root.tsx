import type { HeadersFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, Outlet, useMatches, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { matchLanguage, languageTag, type Language } from "./i18n/language";
import { DevelopmentReload } from "./ui/page/development-reload";
import { useDocument } from "./ui/page/document";
import { ErrorScreen, screenTitle, type Screen } from "./ui/page/screen";
import { Favicon, PageHeadElements } from "./ui/page/page-head";
import { getPageKind } from "./ui/page/page-kind";
import { pageTitle } from "./ui/page/page-title";
import { ENTRY_SCRIPT } from "./ui/page/scripts";
import styles from "./ui/styles/styles.generated.json";

/** Headers that a loader threw with a screen, such as `Retry-After`. */
export const headers: HeadersFunction = ({ errorHeaders }) => errorHeaders ?? {};

export function Layout({ children }: { children: ReactNode }) {
  const { nonce } = useDocument();
  return (
    <html lang={languageTag(usePageLanguage())}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Head />
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: usePageStyles() }} />
      </head>
      <body>
        {children}
        <DevelopmentReload />
        {/* Not `defer`: browsers focus the fragment's target, such as the error summary, only after deferred scripts. */}
        <script type="module" async src={ENTRY_SCRIPT} nonce={nonce} />
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

function Head() {
  const { content, posted, visitorLanguage, namesTitles: isNamed } = useDocument();
  const language = usePageLanguage();
  const error = useRouteError();
  const kind = usePageKind();
  if (error || !kind) {
    const screen = toScreen(error, visitorLanguage);
    return (
      <>
        <title>{screenTitle(screen)}</title>
        <Favicon href={screen.favicon} />
      </>
    );
  }
  const { favicon, page } = kind.head(content);
  return (
    <>
      <title>{pageTitle({ ...kind.title(content, posted), isNamed })}</title>
      {page && <PageHeadElements head={page} language={language} />}
      <Favicon href={favicon} />
    </>
  );
}

const usePageKind = () => getPageKind(useMatches().at(-1)?.handle);

function usePageStyles(): string {
  const { content, posted } = useDocument();
  const kind = usePageKind();
  // A screen replaces the page.
  if (useRouteError() || !kind) return styles.everywhere + styles.screen;
  const sheets = kind.sheets(content, posted);
  return styles.everywhere + sheets.map((name) => styles[name]).join("");
}

/** Returns the language of the thrown screen, else of the page, else of the visitor. */
function usePageLanguage(): Language {
  const error = useRouteError();
  const { content, visitorLanguage } = useDocument();
  if (isRouteErrorResponse(error) && isScreen(error.data)) return error.data.language;
  const hasLanguage = typeof content === "object" && content !== null && "language" in content;
  return (
    (hasLanguage && !error ? matchLanguage(String(content.language)) : undefined) ?? visitorLanguage
  );
}
