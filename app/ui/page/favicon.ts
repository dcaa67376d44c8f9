/**
 * The company's favicon. Without one an empty picture is named, or every browser would ask for
 * `/favicon.ico`, which on a host of many companies is nobody's.
 */
export function faviconLink(href: string | undefined) {
  return { tagName: "link", rel: "icon", href: href ?? "data:," };
}
