import { PREVIEW_SIZE, type Preview } from "./page-head";
import { resizedHref } from "./resized";

interface CompanyPictures {
  mainImage?: string | undefined;
  logo?: string | undefined;
}

/**
 * The picture that a link to a company's page is shown with: its wide picture, else its logo. Networks
 * show JPEG and PNG alone, so one whose name does not say that it is either is left out, unless
 * Cloudflare makes a JPEG of it (decision 0028).
 *
 * @param origin of the page, for a picture's path and for Cloudflare's own
 */
export function choosePreview(
  { mainImage, logo }: CompanyPictures,
  origin: string,
  resizesImages: boolean,
): Preview | undefined {
  const { width, height } = PREVIEW_SIZE;
  const whole = (address: string) => new URL(address, origin).href;
  if (mainImage !== undefined && resizesImages && !hasExtension(mainImage, /\.svgz?$/i)) {
    const how = `width=${width},height=${height},fit=cover,format=jpeg`;
    return { src: whole(resizedHref(how, mainImage)), isWide: true, isLogo: false };
  }
  const shown = [mainImage, logo].find(
    (address) => address !== undefined && hasExtension(address, /\.(?:jpe?g|png)$/i),
  );
  if (shown === undefined) return undefined;
  return { src: whole(shown), isWide: false, isLogo: shown !== mainImage };
}

const hasExtension = (address: string, name: RegExp): boolean =>
  name.test(new URL(address, "https://site.example").pathname);
