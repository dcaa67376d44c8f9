import { knownLanguage } from "./language";

/** A path as one of ours: with two slashes it would name another host. */
export const ownPath = (pathname: string): string => pathname.replace(/^[\\/]+/, "/");

/**
 * Keeps a language that was asked for by `?lang=` on the links from one page of ours to the next.
 *
 * @returns an address of ours with the language, or any other address as it is
 */
export function keepLanguage(request: Request): (href: string) => string {
  const language = knownLanguage(new URL(request.url).searchParams.get("lang"));
  return (href) => {
    if (language === undefined || !/^\/(?!\/)/.test(href)) return href;
    return `${href}${href.includes("?") ? "&" : "?"}lang=${language}`;
  };
}
