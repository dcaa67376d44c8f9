// The parts of the desk that the platform uses.
import type { Calls } from "~/contract/calls";
import { json } from "~/contract/http";
import { sameSecret } from "~/contract/secret";
import type { Env, WorkerContext } from "../env";
import { desk } from "./desk";
import { previewClient, previewPosition } from "./preview";

export { cleanUpDesk } from "./visitor";

/** The site sets this header on requests to `DESK_HOST`. Its value is the API key, which visitors do not have. */
const DESK_HEADER = "Puerta-Desk";

export const isForDesk = ({ headers }: Request): boolean => headers.has(DESK_HEADER);

export async function handleDesk(
  request: Request,
  env: Env,
  later: WorkerContext,
): Promise<Response> {
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

/** Lets reads with a preview's token return the draft. */
export const withPreviews = (
  calls: Calls,
  request: Request,
  env: Env & { API_KEY: string },
): Calls => ({
  ...calls,
  getPosition: async (id) => (await previewPosition(request, env, id)) ?? calls.getPosition(id),
  getClient: async (id) => (await previewClient(request, env, id)) ?? calls.getClient(id),
});
