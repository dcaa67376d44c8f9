import { useDocument } from "./document";

/** The widths that a picture across the page is offered in, in pixels; the last for dense screens. */
const WIDTHS = [480, 800, 1152, 2304];

/** A company's picture across the page: it says nothing that the page does not, and has its room already. */
export function CompanyImage({ src, className }: { src: string; className: string }) {
  const { resizesImages } = useDocument();
  const resized = (width: number) => `${resizedBy(`width=${width},fit=scale-down`, src)} ${width}w`;
  return (
    <img
      className={className}
      src={src}
      alt=""
      decoding="async"
      {...(resizesImages && { srcSet: WIDTHS.map(resized).join(", "), sizes: "min(100vw, 72rem)" })}
    />
  );
}

/** A company's logo, whose height is the page's to say. */
export function CompanyLogo({ src, name }: { src: string; name: string }) {
  const { resizesImages } = useDocument();
  const sharp = resizesImages
    ? { srcSet: `${resizedBy("height=120,fit=scale-down", src)} 3x` }
    : {};
  return <img src={src} alt={name} height="40" {...sharp} />;
}

/**
 * The address of a picture that the zone's own resizing makes smaller.
 *
 * Source: Cloudflare Images, "Transform via URL".
 */
const resizedBy = (how: string, src: string): string =>
  `/cdn-cgi/image/${how},format=auto,onerror=redirect/${src.replace(/^\//, "").replaceAll(" ", "%20")}`;
