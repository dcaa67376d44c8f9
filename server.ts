import { toSubmitted } from "./app/application/intake/submitted.server";
import { ALERT_TEST_PATH, SCHEDULE_PATH } from "./app/addresses";
import { notifyOperator } from "./app/alerts/alerts.server";
import { push } from "./app/alerts/push.server";
import { createOperator } from "./app/application/operator/operator.server";
import { hasValidHost } from "./app/config/hosts";
import { ConfigurationError } from "./app/config/settings.server";
import { serveRobotsTxt } from "./app/edge/robots-txt.server";
import { logCspReport } from "./app/edge/csp-reports.server";
import { forwardToEmbeddedPlatform } from "./app/edge/embedded-platform.server";
import { servePicture } from "./app/edge/pictures.server";
import { toResponse, logRequest } from "./app/edge/response.server";
import { OPERATOR_HEADERS, refuseUnauthorized } from "./app/edge/operator.server";
import { refuseForm } from "./app/edge/refusal.server";
import { recordPoints } from "./app/metrics/metrics.server";
import { createRequestPoints } from "./app/metrics/request-points.server";
import { serveFreshPage } from "./app/page-cache/pages.server";
import {
  createVerifySoon,
  servePageFromCache,
  showMaintenance,
  renderPage,
  verifyStoredPages,
} from "./app/render.server";
import { consumeBody } from "./app/runtime/body-limit.server";
import { formatError } from "./app/runtime/log.server";
import type { Outgoing } from "./app/runtime/outgoing";
import { openVisit, type SiteEnv, type Visit } from "./app/visit.server";

export { ApplicationObject } from "./app/application/delivery/application-object.server";
export { ReleaseLimiter } from "./app/application/delivery/release-limiter.server";
export { UndeliveredIndex } from "./app/application/delivery/undelivered-index.server";
export { DurableCopy } from "./app/reads/durable-copy.server";
export { PurgeTime } from "./app/reads/purges.server";

type Answer = Outgoing | Response | undefined;
type Step = (visit: Visit) => Answer | Promise<Answer>;

/** Steps, tried in order until one returns a response. Most views end with the first. */
const STEPS: Step[] = [
  serveFreshPage,
  servePicture,
  forwardToEmbeddedPlatform,
  logCspReport,
  refuseForm,
  serveRobotsTxt,
  serveSchedule,
  serveAlertTest,
  showMaintenance,
  servePageFromCache,
  renderPage,
];

export default {
  async fetch(request, env, execution) {
    const startedAt = Date.now();
    const id = request.headers.get("CF-Ray") ?? crypto.randomUUID();
    const isValid = hasValidHost(request.url);
    const visit = isValid ? tryOpenVisit(request, env, execution) : undefined;
    const failure = isValid ? INTERNAL_ERROR : BAD_REQUEST;
    const response = await respond(request, id, failure, visit);
    logRequest({ id, request, response, ms: Date.now() - startedAt });
    return response;
  },

  async scheduled(_, env, execution) {
    await runScheduledWork(env, execution);
  },
} satisfies ExportedHandler<SiteEnv>;

/** Wakes applications whose own alarm is overdue, and verifies the pages in the shared store. */
async function runScheduledWork(
  env: SiteEnv,
  execution: Pick<ExecutionContext, "waitUntil">,
): Promise<void> {
  const results = await Promise.allSettled([
    createOperator(env).wakeOverdue(),
    verifyStoredPages(env, execution),
  ]);
  for (const result of results) {
    if (result.status === "rejected") {
      console.error(`Scheduled work failed: ${formatError(result.reason)}`);
    }
  }
  // Last, because applications that were just woken may be delivered or lost by now.
  await notifyOperator(env);
}

/** Runs the scheduled work for an operator, because local runs have no cron trigger. */
async function serveSchedule(visit: Visit): Promise<Outgoing | undefined> {
  const { request, env, settings, limits } = visit;
  if (request.method !== "POST" || new URL(request.url).pathname !== SCHEDULE_PATH) {
    return undefined;
  }
  const refused = await refuseUnauthorized(request, settings.OPERATOR_SECRET, limits);
  if (refused) return { status: refused.status, body: null, headers: refused.headers };
  await runScheduledWork(env, visit);
  return { status: 204, body: null, headers: OPERATOR_HEADERS };
}

/** Sends the operator a test message, and returns each channel's result. */
async function serveAlertTest(visit: Visit): Promise<Outgoing | undefined> {
  const { request, env, settings, limits } = visit;
  if (request.method !== "POST" || new URL(request.url).pathname !== ALERT_TEST_PATH) {
    return undefined;
  }
  const refused = await refuseUnauthorized(request, settings.OPERATOR_SECRET, limits);
  if (refused) return { status: refused.status, body: null, headers: refused.headers };
  const body = JSON.stringify({ results: await push(env, [], Date.now()) });
  const headers = { ...OPERATOR_HEADERS, "Content-Type": "application/json" };
  return { status: 200, body, headers };
}

/** Opens a visit. Returns undefined after an error, which is logged. */
function tryOpenVisit(
  request: Request,
  env: SiteEnv,
  execution: ExecutionContext,
): Visit | undefined {
  try {
    return openVisit(request, env, execution, createVerifySoon(env, execution));
  } catch (error) {
    // A ConfigurationError's message never quotes a variable's value.
    console.error(error instanceof ConfigurationError ? error.message : formatError(error));
    return undefined;
  }
}

const INTERNAL_ERROR: Outgoing = { status: 500, body: "Internal Server Error", headers: {} };
const BAD_REQUEST: Outgoing = { status: 400, body: "Bad Request", headers: {} };

async function respond(
  request: Request,
  id: string,
  failure: Outgoing,
  visit?: Visit,
): Promise<Response> {
  const outgoing = (visit && (await runSteps(visit))) ?? failure;
  if (outgoing instanceof Response) return outgoing;
  if (request.body) await consumeBody(visit?.request ?? request);
  const response = toResponse(outgoing, { id, visit });
  if (visit?.env.METRICS) countRequest(visit, response, outgoing.clientUuid);
  return response;
}

/** Returns the first response of a step. If a step throws, logs the error and returns undefined. */
async function runSteps(visit: Visit): Promise<Answer> {
  try {
    for (const step of STEPS) {
      const outgoing = await step(visit);
      if (outgoing) return outgoing;
    }
  } catch (error) {
    console.error(`Unexpected error: ${formatError(error)}`);
  }
  return undefined;
}

const countRequest = (visit: Visit, response: Response, clientUuid: string | undefined) =>
  recordPoints(visit.env, () => {
    const { request, ended, owner } = visit;
    const submitted = ended && toSubmitted(ended);
    return createRequestPoints({
      request,
      response,
      clientUuid,
      submitted,
      isOwnHost: owner !== undefined,
    });
  });
