/** @jsxImportSource hono/jsx */
import { raw } from "hono/html";
import type { Child } from "hono/jsx";
import { STYLE } from "../style";
import type { Texts } from "../texts";
import { Button, Form, Links, Message, type Link } from "./parts";
import { formatName, useDesk, useRequest } from "./view";

/** The part of the desk that a page belongs to. */
export type Section =
  | "positions"
  | "applications"
  | "company"
  | "emails"
  | "colleagues"
  | "log"
  | "sessions";

/** Returns the message about the action that redirected to a page. */
export function doneMessage({ done }: Texts, key = ""): string | undefined {
  return Object.hasOwn(done, key) ? done[key as keyof typeof done] : undefined;
}

interface PageProps {
  title: string;
  /** The heading, if it isn't the title. */
  heading?: string;
  section?: Section;
  /** Links to the pages above. */
  trail?: readonly Link[];
  intro?: Child;
  /** The message to show instead of the one that the URL names. */
  message?: string | undefined;
  isNarrow?: boolean;
  children?: Child;
}

export function Page({ title, section, trail = [], intro, isNarrow = false, ...props }: PageProps) {
  const { req } = useRequest();
  const { texts, nonce, person, error } = useDesk();
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
        {person && <Header who={person.who} section={section} />}
        <main id="main" tabindex={-1}>
          <div class={isNarrow ? "narrow" : undefined}>
            {trail.length > 0 && (
              <p class="trail">
                <Links links={trail} between=" / " />
              </p>
            )}
            <h1>{props.heading ?? title}</h1>
            {intro !== undefined && <p class="soft">{intro}</p>}
            <Message text={props.message ?? (section && doneMessage(texts, req.query("done")))} />
            <Message text={error} isBad />
            {props.children}
          </div>
        </main>
      </body>
    </html>
  );
}

function Header({ who, section }: { who: string; section: Section | undefined }) {
  const { texts } = useDesk();
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
          <span>{formatName(who, texts)}</span>
          <Form action="/out">
            <Button text={texts.signOut} kind="plain" />
          </Form>
        </div>
      </div>
    </header>
  );
}
