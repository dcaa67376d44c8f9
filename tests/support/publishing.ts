import type { Publishing } from "../../app/ui/page/publishing";

/** How pages are published where every setting is as by default. */
export const publishing: Publishing = {
  runsScriptOf: () => true,
  resizesImages: false,
  originOf: () => "https://site.example",
  careerSiteAt: (_, path) => path,
};
