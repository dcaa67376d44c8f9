/** How companies' pages are published. */
export interface Publishing {
  /** Whether Cloudflare's image resizing is on (`IMAGE_RESIZING`). */
  resizesImages: boolean;
  /** The origin that a client's addresses name, such as `https://jobs.example`. */
  originOf: (clientUuid: string) => string;
  /** The path of a client's career site at that origin, by its path where all companies are. */
  careerSiteAt: (clientUuid: string, path: string) => string;
}
