/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { STYLE } from "../style";
import type { Texts } from "../texts";
import type { Person } from "../visitor";

export interface View {
  texts: Texts;
  /** CSP nonce of the page's <style>. */
  nonce: string;
  /** Undefined if the visitor is not signed in. */
  person: Person | undefined;
  /** The visitor's time zone, such as `Europe/Madrid`. */
  timeZone: string;
}

/** The part of the desk that a page belongs to. */
export type Section =
  | "positions"
  | "applications"
  | "company"
  | "emails"
  | "colleagues"
  | "log"
  | "sessions";

interface PageProps {
  view: View;
  title: string;
  section?: Section;
  children: Child;
}

export function Page({ view, title, section, children }: PageProps) {
  const { texts, nonce, person } = view;
  const sections = [
    ["positions", "/", texts.positions],
    ["applications", "/applications", texts.inbox],
    ["company", "/companies", texts.company],
    ["emails", "/emails", texts.emails],
    ["colleagues", "/colleagues", texts.colleagues],
    ["log", "/log", texts.log],
    ["sessions", "/sessions", texts.sessions],
  ] as const;
  return (
    <html lang={texts.lang}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${texts.desk}`}</title>
        <link rel="icon" href="data:," />
        <style nonce={nonce}>{raw(STYLE)}</style>
      </head>
      <body>
        <a class="skip" href="#main">
          {texts.skip}
        </a>
        {person && (
          <header class="top">
            <div class="bar">
              <strong>{texts.desk}</strong>
              <nav aria-label={texts.desk}>
                {sections.map(([name, href, label]) => (
                  <a href={href} aria-current={name === section ? "page" : undefined}>
                    {label}
                  </a>
                ))}
              </nav>
              <div class="out">
                <span>{formatName(person.who, texts)}</span>
                <Form view={view} action="/out">
                  <button class="plain">{texts.signOut}</button>
                </Form>
              </div>
            </div>
          </header>
        )}
        <main id="main" tabindex={-1}>
          {children}
        </main>
      </body>
    </html>
  );
}

interface FormProps {
  view: View;
  action: string;
  hasFiles?: boolean;
  children: Child;
}

/** A form with the session's CSRF token. */
export function Form({ view, action, hasFiles = false, children }: FormProps) {
  return (
    <form method="post" action={action} enctype={hasFiles ? "multipart/form-data" : undefined}>
      <input type="hidden" name="token" value={view.person?.formToken ?? ""} />
      {children}
    </form>
  );
}

export function Pagination({
  texts,
  page,
  pages,
  href,
}: {
  texts: Texts;
  page: number;
  pages: number;
  href: (page: number) => string;
}) {
  if (pages <= 1) return null;
  return (
    <nav class="pagination" aria-label={texts.pages}>
      {page > 1 && (
        <a class="button plain" rel="prev" href={href(page - 1)}>
          {texts.newer}
        </a>
      )}
      <span>{texts.page(page, pages)}</span>
      {page < pages && (
        <a class="button plain" rel="next" href={href(page + 1)}>
          {texts.older}
        </a>
      )}
    </nav>
  );
}

export function Message({ text, isBad = false }: { text: string | undefined; isBad?: boolean }) {
  if (text === undefined) return null;
  return (
    <p
      class={isBad ? "message bad" : "message"}
      role={isBad ? "alert" : "status"}
      id={isBad ? "error" : undefined}
    >
      {text}
    </p>
  );
}

/** Shows a stored time (ISO, UTC) in the visitor's time zone. */
export function Time({ view, iso }: { view: View; iso: string }) {
  const { texts, timeZone } = view;
  return <time datetime={iso}>{formatTime(iso, texts.lang, timeZone)}</time>;
}

export function formatTime(iso: string, lang: string, timeZone: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  return new Intl.DateTimeFormat(lang === "es" ? "es" : "en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  }).format(at);
}

/** Formats `who` of a log entry. A date is the day on which a nameless sign-in code was created. */
export const formatName = (who: string, { codeFrom }: Texts): string =>
  /^\d{4}-\d\d-\d\d$/.test(who) ? codeFrom(who) : who;

export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(0)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
