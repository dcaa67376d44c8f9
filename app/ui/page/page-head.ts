import type { Language } from "../../i18n/language";

/** The picture that a link to a page is shown with. */
export interface Preview {
  /** A whole URL of a JPEG or a PNG. */
  src: string;
  /** Whether it is 1200 x 630; else its size is not known. */
  isWide: boolean;
  /** Whether it is the company's logo, which is no picture to be shown large. */
  isLogo: boolean;
}

/** What a page says of itself to those who find it and share it. */
export interface PageHead {
  /** The one address of the page, a whole URL without parameters of a visitor's. */
  canonical: string;
  title: string;
  /** About 160 characters of plain text; empty if there is nothing to say. */
  description: string;
  siteName: string;
  preview: Preview | undefined;
  /** The same as a feed, if there is such: its type, and a whole URL. */
  feeds?: { type: string; href: string }[] | undefined;
}

/** The size that networks show a picture in (Open Graph): about 1.91 to 1. */
export const PREVIEW_SIZE = { width: 1200, height: 630 };

/**
 * The elements of a page's head for search engines and for previews: Open Graph, and what Twitter's cards
 * have beyond it. What is said twice is said by one element.
 *
 * Source: ogp.me; RFC 6596 (canonical).
 */
export function headElements(head: PageHead, language: Language) {
  const { canonical, title, description, siteName, preview, feeds = [] } = head;
  const isLarge = preview !== undefined && !preview.isLogo;
  return [
    { tagName: "link" as const, rel: "canonical", href: canonical },
    ...feeds.map((feed) => ({ tagName: "link" as const, rel: "alternate", ...feed })),
    ...(description === ""
      ? []
      : [{ name: "description", property: "og:description", content: description }]),
    { property: "og:title", content: title },
    { property: "og:type", content: "website" },
    { property: "og:url", content: canonical },
    { property: "og:site_name", content: siteName },
    { property: "og:locale", content: openGraphLocale(language) },
    ...(preview ? [{ property: "og:image", content: preview.src }] : []),
    ...(preview?.isWide
      ? [
          { property: "og:image:width", content: PREVIEW_SIZE.width },
          { property: "og:image:height", content: PREVIEW_SIZE.height },
        ]
      : []),
    { name: "twitter:card", content: isLarge ? "summary_large_image" : "summary" },
  ];
}

/** The protocol wants a territory: English is `en_US`. */
function openGraphLocale(tag: Language) {
  const { language, region } = new Intl.Locale(tag).maximize();
  return [language, region].join("_");
}
