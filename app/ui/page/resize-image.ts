/**
 * The URL of a picture that Cloudflare resizes.
 *
 * Source: Cloudflare Images, "Transform via URL".
 *
 * @param options such as `width=480,format=auto`
 */
export const resizedHref = (options: string, src: string): string =>
  `/cdn-cgi/image/${options},onerror=redirect/${src.replace(/^\//, "").replaceAll(" ", "%20")}`;
