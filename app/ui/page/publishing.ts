export interface SiteLinks {
  /** Whether Cloudflare's image resizing is on (`IMAGE_RESIZING`). */
  resizesImages: boolean;
  /** A client's origin, such as `https://jobs.example`. */
  getOrigin: (clientUuid: string) => string;
  /** A career site's path at its client's origin. @param path the career site's path on the shared host */
  getCareerSitePath: (clientUuid: string, path: string) => string;
}
