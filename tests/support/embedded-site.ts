import { ensureLocalSecrets } from "~/scripts/secrets";
import { startDeskSite, type DeskSite } from "./desk-site";

/** Runs the site with the embedded platform and the local secrets, as `npm start` does. */
export async function startEmbeddedSite({
  vars = {},
  examples = true,
}: { vars?: Record<string, string>; examples?: boolean } = {}) {
  const { adminSecret, operatorSecret } = await ensureLocalSecrets();
  return startDeskSite({
    platformVars: { ADMIN_SECRET: adminSecret },
    vars: { OPERATOR_SECRET: operatorSecret, ...vars },
    examples,
  });
}

export type EmbeddedSite = DeskSite;
