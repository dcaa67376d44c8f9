import type { Language } from "~/app/i18n/language";

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
 * The head elements for search engines and link previews.
 *
 * Source: ogp.me; RFC 6596 (canonical).
 */
export function PageHeadElements({ head, language }: { head: PageHead; language: Language }) {
  const { canonical, title, description, siteName, preview, feeds = [] } = head;
  const isLarge = preview !== undefined && !preview.isLogo;
  const properties: [property: string, content: string | number][] = [
    ["og:title", title],
    ["og:type", "website"],
    ["og:url", canonical],
    ["og:site_name", siteName],
    ["og:locale", openGraphLocale(language)],
    ...(preview ? [["og:image", preview.src] as [string, string]] : []),
    ...(preview?.isWide ? PREVIEW_PROPERTIES : []),
  ];
  return (
    <>
      <link rel="canonical" href={canonical} />
      {feeds.map((feed) => (
        <link key={feed.href} rel="alternate" {...feed} />
      ))}
      {description !== "" && (
        <meta name="description" property="og:description" content={description} />
      )}
      {properties.map(([property, content]) => (
        <meta key={property} property={property} content={String(content)} />
      ))}
      <meta name="twitter:card" content={isLarge ? "summary_large_image" : "summary"} />
    </>
  );
}

const PREVIEW_PROPERTIES: [string, number][] = [
  ["og:image:width", PREVIEW_SIZE.width],
  ["og:image:height", PREVIEW_SIZE.height],
];

/**
 * The link to the company's favicon, or to an empty image. Without a link, browsers request `/favicon.ico`. That file
 * doesn't exist, because the host can serve many companies.
 */
export const Favicon = ({ href = "data:," }: { href: string | undefined }) => (
  <link rel="icon" href={href} />
);

/** Open Graph requires a territory, such as `en_US` for English. */
function openGraphLocale(tag: Language) {
  const { language, region } = new Intl.Locale(tag).maximize();
  return [language, region].join("_");
}
