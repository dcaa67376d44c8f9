import { policyPath, positionPath } from "../addresses";
import { companyLanguage, offeredLanguages, partLanguage } from "../i18n/language";
import type { Links } from "../links.server";
import { PlatformError } from "../platform/errors";
import type { PlatformReads } from "../platform/hiring-platform.server";
import { within } from "../runtime/deadline.server";
import { sourceQuery } from "../source";
import { containedCss } from "../ui/company/company-html.server";
import type { Screen } from "../ui/page/screen";
import { similarJobs } from "./similar-jobs";

/** How long the company, and its other jobs, are waited for, in ms: who came for this one waits already. */
const COMPANY_MS = 1000;

/**
 * What the screen of a position that is gone shows of it and of its company: its name, the company's look
 * and language, and up to five similar jobs. What is not known, or does not come in time, is left out.
 *
 * @param error why the position cannot be shown
 */
export async function goneScreen(
  error: unknown,
  positionUuid: string,
  request: Request,
  reads: Pick<PlatformReads, "client" | "positions">,
  links: Links,
): Promise<Partial<Screen>> {
  if (!(error instanceof PlatformError) || !error.isGone) return {};
  const { position, clientUuid } = error;
  const named = position && { position: position.name };
  if (clientUuid === undefined) return { ...named };
  const [client, jobs = []] = await Promise.all([
    inTime(() => reads.client(clientUuid)),
    inTime(() => reads.positions(clientUuid)),
  ]);
  if (!client) return { ...named };
  const language = companyLanguage(request, client.languageDefault);
  const path = links.careerSitePath(client.code, client.uuid);
  return {
    ...named,
    language,
    partLanguage: partLanguage(client.languageDefault, language),
    careerSite: links.along(path),
    company: {
      name: client.name || client.code,
      logo: client.logo,
      css: containedCss(client.css),
      href: links.along(path),
      privacyHref: links.along(policyPath(path)),
      languages: offeredLanguages(client, language),
      source: sourceQuery(links.source),
    },
    jobs: similarJobs({ uuid: positionUuid, ...position }, jobs).map((job) => ({
      name: job.name,
      location: job.location,
      href: links.along(job.applyUrl ?? positionPath(client.code, job.name, job.uuid)),
    })),
  };
}

const inTime = <T>(read: () => Promise<T>): Promise<T | undefined> =>
  within(COMPANY_MS, read).catch(() => undefined);
