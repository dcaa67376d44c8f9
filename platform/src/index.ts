import { ADMIN_PATH } from "~/contract/admin";
import { PICTURES_PATH } from "~/contract/pictures";
import { routeCall, type Calls } from "~/contract/calls";
import { describeError, consumeBody, json } from "~/contract/http";
import { INCIDENTS_PATH } from "~/contract/incidents";
import { admin } from "./admin/admin";
import { apply } from "./apply";
import type { Env, WorkerContext } from "./env";
import { handleDesk, isForDesk, withPreviews } from "./desk/index";
import { getIncidents } from "./incidents";
import { servePicture } from "./pictures/store";
import { getClient, getPosition, getPositions } from "./reads";
import { onSchedule } from "./scheduled";

export default {
  async fetch(request: Request, env: Env, later: WorkerContext): Promise<Response> {
    const response = await selectHandler(request)(request, env, later);
    await consumeBody(request);
    return response;
  },

  scheduled: ({ cron, scheduledTime }: { cron: string; scheduledTime: number }, env: Env) =>
    onSchedule(cron, scheduledTime, env),
};

function selectHandler(request: Request) {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith(`${ADMIN_PATH}/`)) return handleAdmin;
  if (pathname.startsWith(`${PICTURES_PATH}/`)) return servePicture;
  if (isForDesk(request)) return handleDesk;
  return pathname === INCIDENTS_PATH ? getIncidents : handleApi;
}

const handleAdmin = (request: Request, env: Env) => Promise.resolve(admin.fetch(request, env));

async function handleApi(request: Request, env: Env, later: WorkerContext): Promise<Response> {
  const { API_KEY } = env;
  if (!API_KEY) {
    console.error(
      "API_KEY is not set: add it to platform/.dev.vars, or set it with " +
        "`wrangler secret put API_KEY -c platform/wrangler.toml`.",
    );
    return failure();
  }
  const calls: Calls = {
    getPosition: (id) => getPosition(env, API_KEY, id),
    getClient: (id) => getClient(env, id),
    getPositions: (id) => getPositions(env, id),
    apply: (client, position) => apply(request, env, later, API_KEY, client, position),
  };
  try {
    return await routeCall(request, API_KEY, withPreviews(calls, request, { ...env, API_KEY }));
  } catch (error) {
    console.error("Unexpected error", describeError(error));
    return failure();
  }
}

/** The response has no `detail`, because callers do not retry after a response with `detail`. */
const failure = () => json({ error: "Internal error" }, 500);
