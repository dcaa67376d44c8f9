import { ADMIN_PATH } from "~/contract/admin";
import { PICTURES_PATH } from "~/contract/pictures";
import { answerCall } from "~/contract/calls";
import { describeError, consumeBody, json } from "~/contract/http";
import { INCIDENTS_PATH } from "~/contract/incidents";
import { sameSecret } from "~/contract/secret";
import { admin } from "./admin/admin";
import { apply } from "./apply";
import type { Env, WorkerContext } from "./env";
import { desk } from "./desk/desk";
import { getIncidents } from "./incidents";
import { previewClient, previewPosition } from "./desk/preview";
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

function selectHandler({ url, headers }: Request) {
  const { pathname } = new URL(url);
  if (pathname.startsWith(`${ADMIN_PATH}/`)) return handleAdmin;
  if (pathname.startsWith(`${PICTURES_PATH}/`)) return servePicture;
  if (headers.has(DESK_HEADER)) return handleDesk;
  return pathname === INCIDENTS_PATH ? getIncidents : handleApi;
}

const handleAdmin = (request: Request, env: Env) => Promise.resolve(admin.fetch(request, env));

/** The site sets this header on requests to `DESK_HOST`. Its value is the API key, which visitors do not have. */
const DESK_HEADER = "Puerta-Desk";

async function handleDesk(request: Request, env: Env, later: WorkerContext): Promise<Response> {
  const { API_KEY = "" } = env;
  const isFromSite =
    API_KEY !== "" && (await sameSecret(request.headers.get(DESK_HEADER) ?? "", API_KEY));
  if (!isFromSite) {
    console.error(
      "A request to the desk has the wrong API key: PLATFORM_API_KEY of the site and API_KEY of the " +
        "platform differ.",
    );
    return json({ detail: "The API key is missing or wrong." }, 401);
  }
  return desk.fetch(request, { ...env, API_KEY, later });
}

async function handleApi(request: Request, env: Env, later: WorkerContext): Promise<Response> {
  const { API_KEY } = env;
  if (!API_KEY) {
    console.error(
      "API_KEY is not set: add it to platform/.dev.vars, or set it with " +
        "`wrangler secret put API_KEY -c platform/wrangler.toml`.",
    );
    return failure();
  }
  const keyed = { ...env, API_KEY };
  try {
    return await answerCall(request, API_KEY, {
      getPosition: async (id) =>
        (await previewPosition(request, keyed, id)) ?? getPosition(env, API_KEY, id),
      getClient: async (id) => (await previewClient(request, keyed, id)) ?? getClient(env, id),
      getPositions: (id) => getPositions(env, id),
      apply: (client, position) => apply(request, env, later, API_KEY, client, position),
    });
  } catch (error) {
    console.error("Unexpected error", describeError(error));
    return failure();
  }
}

/** The response has no `detail`, because callers do not retry after a response with `detail`. */
const failure = () => json({ error: "Internal error" }, 500);
