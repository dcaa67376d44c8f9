import { PREVIEW_SIZE, type Preview } from "./page-head";
import { resizedHref } from "./resize-image";

interface CompanyPictures {
  mainImage?: string | undefined;
  logo?: string | undefined;
}

/**
 * Chooses the picture for previews of a company's page: its wide picture, or else its logo. Some social
 * networks show only JPEG and PNG. With image resizing, Cloudflare converts the wide picture to JPEG, unless
 * it is an SVG (decision 0028).
 *
 * @param origin origin of the page, to resolve relative URLs
 */
export function choosePreview(
  { mainImage, logo }: CompanyPictures,
  origin: string,
  resizesImages: boolean,
): Preview | undefined {
  const { width, height } = PREVIEW_SIZE;
  const toAbsolute = (url: string) => new URL(url, origin).href;
  if (mainImage !== undefined && resizesImages && !hasExtension(mainImage, /\.svgz?$/i)) {
    const options = `width=${width},height=${height},fit=cover,format=jpeg`;
    return { src: toAbsolute(resizedHref(options, mainImage)), isWide: true, isLogo: false };
  }
  const shown = [mainImage, logo].find(
    (url) => url !== undefined && hasExtension(url, /\.(?:jpe?g|png)$/i),
  );
  if (shown === undefined) return undefined;
  return { src: toAbsolute(shown), isWide: false, isLogo: shown !== mainImage };
}

const hasExtension = (url: string, pattern: RegExp): boolean =>
  pattern.test(new URL(url, "https://site.example").pathname);
