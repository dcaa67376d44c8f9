import type { CompanyRow } from "~/contract/admin";
import { Invitation } from "~/contract/admin-access";
import { Stop } from "~/scripts/stop";
import { print, siteVerb, type SiteOptions } from "../lib/command";
import { findCompany, withPlatform, type Platform } from "../lib/platform";

/** Creates a sign-in code, or admits an email address. @param company uuid, or null for all companies */
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

export const invite = siteVerb("invite", "Create a sign-in code, or admit an email address")
  .argument("[company]", "its code or uuid")
  .option("--all", "give access to all companies")
  .option("--name <name>", "the colleague's name, for the desk's log")
  .option("--email <address>", "admit this address by Cloudflare Access instead")
  .action(async (which: string | undefined, options: Options) => {
    const { all, name, email, json, ...target } = options;
    if ((which === undefined) !== (all === true)) throw new Stop("Name a company, or add --all.");
    await withPlatform(target, async (platform) => {
      const company = which === undefined ? undefined : await findCompany(platform, which);
      const invited = await createAccess(platform, company?.uuid ?? null, { name, email });
      const { id, code, desk } = invited;
      const whose = company?.name ?? "all companies";
      print(
        json,
        invited,
        code === undefined
          ? [
              `${email} can read applications to ${whose} at ${desk ?? "the desk"}, once Cloudflare Access admits this email address.`,
            ]
          : [
              `Sign-in code for ${whose}, shown only once:\n\n  ${code}\n`,
              `Text for your colleague (send the sign-in code separately):\n\n  ${invitationText(company, desk)}\n`,
              `Revoke it: npx puerta desk revoke ${id}`,
              ...(isLocal(desk)
                ? [
                    "This address works on this computer only. To put the site online: docs/deploy.md",
                  ]
                : []),
            ],
      );
    });
  });

/** Whether only this computer can open the URL. */
const isLocal = (address: string | null) =>
  address !== null && /(?:^|\.)localhost$|^127\.|^\[::1\]$/.test(new URL(address).hostname);

function invitationText(company: CompanyRow | undefined, desk: string | null): string {
  const at = desk ?? "https://… (DESK_HOST)";
  return company?.language_default.startsWith("es")
    ? `Lee las candidaturas de ${company.name} en ${at} con el código de acceso que te envío aparte.`
    : `Read the applications to ${company?.name ?? "our companies"} at ${at} with the sign-in code that I'll send you separately.`;
}
