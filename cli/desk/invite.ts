import type { CompanyRow } from "../../contract/admin";
import { Invitation } from "../../contract/admin-access";
import { Stop } from "../../scripts/local";
import { print, siteVerb, type SiteOptions } from "../lib/command";
import { companyNamed, withPlatform, type Platform } from "../lib/platform";

/** Creates a sign-in code, or lets an e-mail address in; `company` is a uuid, or null for all. */
export async function createAccess(
  platform: Platform,
  company: string | null,
  who: Partial<Record<"name" | "email", string | undefined>>,
) {
  const invited = await platform.read(Invitation, "POST", "/desk", { company, ...who });
  const local = platform.isRemote ? null : platform.site.replace("//localhost", "//desk.localhost");
  return { ...invited, desk: invited.desk ?? local };
}

interface Options extends SiteOptions {
  all?: boolean;
  name?: string;
  email?: string;
}

export const invite = siteVerb("invite", "Create a sign-in code, or let an e-mail address in")
  .argument("[company]", "its code or uuid")
  .option("--all", "every company")
  .option("--name <name>", "the colleague, as the desk's log names them")
  .option("--email <address>", "in place of a sign-in code: by Cloudflare Access")
  .action(async (which: string | undefined, options: Options) => {
    const { all, name, email, json, ...where } = options;
    if ((which === undefined) !== (all === true)) throw new Stop("Name a company, or add --all.");
    await withPlatform(where, async (platform) => {
      const company = which === undefined ? undefined : await companyNamed(platform, which);
      const invited = await createAccess(platform, company?.uuid ?? null, { name, email });
      const { id, code, desk } = invited;
      const whose = company?.name ?? "all companies";
      print(
        json,
        invited,
        code === undefined
          ? [`${email} sees ${whose} at ${desk ?? "the desk"}, once Access lets them in.`]
          : [
              `Sign-in code for ${whose}, shown this once:\n\n  ${code}\n`,
              `For your colleague (give the sign-in code separately):\n\n  ${textFor(company, desk)}\n`,
              `End it: npx puerta desk revoke ${id}`,
            ],
      );
    });
  });

function textFor(company: CompanyRow | undefined, desk: string | null): string {
  const at = desk ?? "https://… (DESK_HOST)";
  return company?.language_default.startsWith("es")
    ? `Lee las candidaturas de ${company.name} en ${at} con el código de acceso que te doy aparte.`
    : `Read the applications to ${company?.name ?? "our companies"} at ${at} with the sign-in code that I give you separately.`;
}
