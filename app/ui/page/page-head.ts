import type { Language } from "../../i18n/language";

/** The picture in previews of a link to a page. */
export interface Preview {
  /** The absolute URL of a JPEG or PNG. */
  src: string;
  /** Whether the picture is 1200 x 630 px. Otherwise its size is unknown. */
  isWide: boolean;
  /** Whether the picture is the company's logo, which shouldn't be shown large. */
  isLogo: boolean;
}

/** Metadata for search engines and link previews. */
export interface PageHead {
  /** The page's absolute URL without parameters. */
  canonical: string;
  title: string;
  /** One line of plain text, or empty. */
  description: string;
  siteName: string;
  preview: Preview | undefined;
  /** Feeds of the page, with absolute URLs. */
  feeds?: { type: string; href: string }[] | undefined;
}

/** The usual size of link previews (Open Graph), in px. */
export const PREVIEW_SIZE = { width: 1200, height: 630 };

/**
 * Returns the head elements for search engines and link previews.
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

/** Open Graph requires a territory, such as `en_US` for English. */
function openGraphLocale(tag: Language) {
  const { language, region } = new Intl.Locale(tag).maximize();
  return [language, region].join("_");
}
