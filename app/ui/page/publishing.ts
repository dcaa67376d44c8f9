/** What views need of the configuration: how companies' pages are published. */
export interface Publishing {
  /** Whether the script of the client with this uuid runs. */
  runsScriptOf: (clientUuid: string) => boolean;
  /** Whether Cloudflare's image resizing is on (`IMAGE_RESIZING`). */
  resizesImages: boolean;
  /** The origin that a client's addresses name, such as `https://jobs.example`. */
  originOf: (clientUuid: string) => string;
  /** The path of a client's career site at that origin, by its path where all companies are. */
  careerSiteAt: (clientUuid: string, path: string) => string;
}
