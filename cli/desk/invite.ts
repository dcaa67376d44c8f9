import { Invited } from "../../contract/admin-access";
import { Stop } from "../../scripts/local.mjs";
import { addJson, addWhere, command, print, type Where } from "../lib/command";
import { companyNamed, withPlatform, type CompanyRow, type Platform } from "../lib/platform";

interface Wanted {
  /** A uuid; null for all companies. */
  company: string | null;
  name?: string | undefined;
  email?: string | undefined;
}

/** Creates a pass phrase, or lets an e-mail address in. `desk` is the desk's address if it is known. */
export async function createAccess(platform: Platform, wanted: Wanted) {
  const invited = await platform.read(Invited, "POST", "/desk", wanted);
  const local = platform.isRemote ? null : platform.site.replace("//localhost", "//desk.localhost");
  return { ...invited, desk: invited.desk ?? local };
}

interface Options extends Where {
  all?: boolean;
  name?: string;
  email?: string;
  json?: boolean;
}

export const invite = addJson(
  addWhere(command("invite", "Create a pass phrase, or let an e-mail address in")),
)
  .argument("[company]", "its code or uuid")
  .option("--all", "every company")
  .option("--name <name>", "the colleague, as the desk's log names them")
  .option("--email <address>", "in place of a pass phrase: by Cloudflare Access")
  .action(async (which: string | undefined, options: Options) => {
    const { all, name, email, json, ...where } = options;
    if ((which === undefined) !== (all === true)) throw new Stop("Name a company, or add --all.");
    await withPlatform(where, async (platform) => {
      const company = which === undefined ? undefined : await companyNamed(platform, which);
      const wanted = { company: company?.uuid ?? null, name, email };
      const invited = await createAccess(platform, wanted);
      const { id, phrase, desk } = invited;
      const whose = company?.name ?? "all companies";
      print(
        json,
        invited,
        phrase === undefined
          ? [`${email} sees ${whose} at ${desk ?? "the desk"}, once Access lets them in.`]
          : [
              `Pass phrase for ${whose}, shown this once:\n\n  ${phrase}\n`,
              `For your colleague (give the pass phrase separately):\n\n  ${textFor(company, desk)}\n`,
              `End it: npx puerta desk revoke ${id}`,
            ],
      );
    });
  });

function textFor(company: CompanyRow | undefined, desk: string | null): string {
  const at = desk ?? "https://… (DESK_HOST)";
  return company?.language_default.startsWith("es")
    ? `Lee las candidaturas de ${company.name} en ${at} con la frase de acceso que te doy aparte.`
    : `Read the applications to ${company?.name ?? "our companies"} at ${at} with the pass phrase that I give you separately.`;
}
