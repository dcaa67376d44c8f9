// Returns the draft instead of the published version for reads with a preview token (docs/contract.md).
import { HEADERS } from "~/contract/lists";
import { json } from "~/contract/http";
import * as companies from "../companies/companies";
import { findDraft } from "../companies/versions";
import type { Env } from "../env";
import { isValidPreviewToken } from "../secrets";
import { CompanyEntries, toCompany } from "./forms/company-form";
import { JobEntries, toJob } from "./forms/job-form";

type PreviewEnv = Env & { API_KEY: string };

/** Whether a request has a valid token for this position or company. */
async function mayPreview({ headers }: Request, { API_KEY }: PreviewEnv, uuid: string) {
  const token = headers.get(HEADERS.previewToken);
  return token !== null && isValidPreviewToken(token, API_KEY, uuid, Date.now());
}

/** Call 1: the draft of a position. Undefined without a token or draft. */
export async function previewPosition(request: Request, env: PreviewEnv, uuid: string) {
  if (!(await mayPreview(request, env, uuid))) return undefined;
  const draft = await findDraft(env, uuid);
  const entries = JobEntries.safeParse(draft?.content).data;
  if (!draft || !entries) return undefined;
  const found = await companies.findJob(env, draft.client_uuid, uuid);
  const today = new Date().toISOString().slice(0, "2026-11-30".length);
  const { job } = toJob(entries, { ...found?.job, uuid }, today);
  return job && json({ ...job, status: "open", client: draft.client_uuid });
}

/** Call 2: the draft of a company's page. Undefined without a token or draft. */
export async function previewClient(request: Request, env: PreviewEnv, uuid: string) {
  if (!(await mayPreview(request, env, uuid))) return undefined;
  const entries = CompanyEntries.safeParse((await findDraft(env, uuid))?.content).data;
  const stored = entries && (await companies.find(env, uuid));
  const company = stored && toCompany(entries, stored).company;
  return company && json(company);
}
