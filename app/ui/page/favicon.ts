/**
 * The company's favicon, or an empty image. Without one, browsers would request `/favicon.ico`, which doesn't
 * exist, because the host may serve many companies.
 */
export function faviconLink(href: string | undefined) {
  return { tagName: "link", rel: "icon", href: href ?? "data:," };
}
