/**
 * The address under which Cloudflare's image resizing gives a picture otherwise.
 *
 * Source: Cloudflare Images, "Transform via URL".
 *
 * @param how its options, such as `width=480,format=auto`
 */
export const resizedHref = (how: string, src: string): string =>
  `/cdn-cgi/image/${how},onerror=redirect/${src.replace(/^\//, "").replaceAll(" ", "%20")}`;
