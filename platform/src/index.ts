import { drain, json, Refusal } from "../../contract/http";
import { HEADERS } from "../../contract/lists";
import { apply } from "./apply";
import type { Env, Later } from "./env";
import { desk } from "./desk/desk";
import { describeError } from "./errors";
import { getClient, getPosition, getPositions } from "./reads";
import { onSchedule } from "./scheduled";
import { sameSecret } from "./secrets";

const BASE = "/api/v1";
const ID = "([A-Za-z0-9_-]{1,64})";
const address = (pattern: string) => new RegExp(`^${BASE}${pattern.replaceAll(":id", ID)}$`);

type Handler = (
  ids: [string, string],
  request: Request,
  env: Env,
  apiKey: string,
  later: Later,
) => Promise<Response>;

const CALLS: { method: string; path: RegExp; handle: Handler }[] = [
  {
    method: "GET",
    path: address("/hiring/positions/:id"),
    handle: ([id], _, env, apiKey) => getPosition(env, apiKey, id),
  },
  {
    method: "GET",
    path: address("/account/clients/:id/public"),
    handle: ([id], _, env) => getClient(env, id),
  },
  {
    method: "GET",
    path: address("/hiring/:id/positions-public"),
    handle: ([id], _, env) => getPositions(env, id),
  },
  {
    method: "POST",
    path: address("/hiring/:id/positions/:id/apply"),
    handle: ([client, position], request, env, apiKey, later) =>
      apply(request, env, later, apiKey, client, position),
  },
];

export default {
  async fetch(request: Request, env: Env, later: Later): Promise<Response> {
    const isForDesk = request.headers.has(DESK_HEADER);
    const response = await (isForDesk ? atDesk : answer)(request, env, later);
    await drain(request);
    return response;
  },

  scheduled: ({ cron, scheduledTime }: { cron: string; scheduledTime: number }, env: Env) =>
    onSchedule(cron, scheduledTime, env),
};

/**
 * The header that the site sets on what was asked at `DESK_HOST`, and on nothing else. It carries the API
 * key, which no visitor has: a request with it is the desk's and never the API's, and one without it is
 * never the desk's.
 */
const DESK_HEADER = "Puerta-Desk";

async function atDesk(request: Request, env: Env): Promise<Response> {
  const { API_KEY = "" } = env;
  const isFromSite =
    API_KEY !== "" && (await sameSecret(request.headers.get(DESK_HEADER) ?? "", API_KEY));
  if (!isFromSite) {
    console.error(
      "The desk was asked for without the API key: PLATFORM_API_KEY of the site and API_KEY of the " +
        "platform differ.",
    );
    return json({ detail: "The API key is missing or wrong." }, 401);
  }
  return desk.fetch(request, { ...env, API_KEY });
}

async function answer(request: Request, env: Env, later: Later): Promise<Response> {
  if (!env.API_KEY) {
    console.error(
      "API_KEY is not configured: put it into platform/.dev.vars, or set it with " +
        "`wrangler secret put API_KEY -c platform/wrangler.toml`.",
    );
    return failure();
  }
  try {
    if (!(await sameSecret(request.headers.get(HEADERS.apiKey) ?? "", env.API_KEY))) {
      throw new Refusal(401, "The API key is missing or wrong.");
    }
    return await call(request, env, env.API_KEY, later);
  } catch (error) {
    if (error instanceof Refusal) return error.toResponse();
    console.error("Unexpected error", describeError(error));
    return failure();
  }
}

async function call(request: Request, env: Env, apiKey: string, later: Later): Promise<Response> {
  const { pathname } = new URL(request.url);
  const calls = CALLS.filter(({ path }) => path.test(pathname));
  if (calls.length === 0) throw new Refusal(404, "There is nothing at this address.");
  const found = calls.find(({ method }) => method === request.method);
  if (!found) {
    const Allow = calls.map(({ method }) => method).join(", ");
    throw new Refusal(405, `This address takes only ${Allow}.`, { Allow });
  }
  const [, first = "", second = ""] = found.path.exec(pathname) ?? [];
  return found.handle([first, second], request, env, apiKey, later);
}

/** A 500 without `detail`: a caller takes `detail` for a refusal, and would not try again. */
const failure = () => json({ error: "Internal error" }, 500);
