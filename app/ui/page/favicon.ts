/**
 * Returns a link to the company's favicon, or to an empty image. Without a link, browsers request `/favicon.ico`.
 * That file doesn't exist, because the host can serve many companies.
 */
export function faviconLink(href: string | undefined) {
  return { tagName: "link", rel: "icon", href: href ?? "data:," };
}
