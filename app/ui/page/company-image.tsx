import { useDocument } from "./document";
import { resizedHref } from "./resize-image";

/** Widths in px that the browser can choose from. The last is for high-density screens. */
const WIDTHS = [480, 800, 1152, 2304];

/** A company's wide picture, which is decorative. CSS reserves its space until it has loaded. */
export function CompanyImage({ src, className }: { src: string; className: string }) {
  const { resizesImages } = useDocument();
  const resized = (width: number) =>
    `${resizedHref(`width=${width},fit=scale-down,format=auto`, src)} ${width}w`;
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

export function CompanyLogo({ src, name }: { src: string; name: string }) {
  const { resizesImages } = useDocument();
  const sharp = resizesImages
    ? { srcSet: `${resizedHref("height=120,fit=scale-down,format=auto", src)} 3x` }
    : {};
  return <img src={src} alt={name} height="40" {...sharp} />;
}
