/**
 * The company's favicon, or an empty picture. Without any, each browser would ask for `/favicon.ico`,
 * which does not exist, because the host serves many companies.
 */
export function faviconLink(href: string | undefined) {
  return { tagName: "link", rel: "icon", href: href ?? "data:," };
}
