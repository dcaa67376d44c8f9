import { DeskAccess } from "~/contract/admin-access";
import { print, siteVerb, type SiteOptions } from "../lib/command";
import { withPlatform } from "../lib/platform";

export const list = siteVerb(
  "list",
  "List the ids of sign-in codes, and admitted email addresses",
).action(async ({ json, ...target }: SiteOptions) =>
  withPlatform(target, async (platform) => {
    const access = await platform.read(DeskAccess, "GET", "/desk");
    const codes = access.codes.map(({ id, name, company, created_at }) => {
      const owner = name === "" ? "" : `, for ${name}`;
      return `${id}  ${company ?? "all companies"}, created ${created_at.slice(0, 10)}${owner}`;
    });
    const people = access.people.map(
      ({ email, company }) => `${email}  ${company ?? "all companies"}, by Cloudflare Access`,
    );
    const lines = [...codes, ...people];
    const none = ["No one can sign in yet. Invite a colleague: npx puerta desk invite COMPANY"];
    print(json, access, lines.length > 0 ? lines : none);
  }),
);
