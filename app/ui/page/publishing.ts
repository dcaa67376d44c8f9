export interface Publishing {
  /** Whether Cloudflare's image resizing is on (`IMAGE_RESIZING`). */
  resizesImages: boolean;
  /** A client's origin, such as `https://jobs.example`. */
  getOrigin: (clientUuid: string) => string;
  /** The path of a client's career site at its origin. @param path its path on the shared host */
  getCareerSitePath: (clientUuid: string, path: string) => string;
}
