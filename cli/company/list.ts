import { count, print, siteVerb, type SiteOptions } from "../lib/command";
import { addressLines, companies, withPlatform } from "../lib/platform";

export const list = siteVerb("list", "List the companies, with their addresses").action(
  async ({ json, ...target }: SiteOptions) =>
    withPlatform(target, async (platform) => {
      const all = await companies(platform);
      const lines = all.flatMap((company) => {
        const { code, uuid, open, closed } = company;
        return [
          ...addressLines(platform.site, company),
          `    ${code}, ${uuid}: ${count(open, "open job")}, ${closed} closed`,
        ];
      });
      const none = ["No companies yet. Add one: npx puerta company new"];
      print(json, all, lines.length > 0 ? lines : none);
    }),
);
