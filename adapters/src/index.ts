import { ADMIN_PATH } from "~/contract/admin";
import { IDEMPOTENCY_KEY } from "~/contract/application";
import { routeCall } from "~/contract/calls";
import { describeError, consumeBody, json, Refusal } from "~/contract/http";
import { INCIDENTS_PATH } from "~/contract/incidents";
import { HEADERS } from "~/contract/lists";
import { sameSecret } from "~/contract/secret";
import { getKeyName } from "./board-object";
import { findCompany, InvalidFolder, parsePositionId, validCompanies } from "./companies";
import { getSecret, type Env } from "./env";
import { failure } from "./http";
import { messagesFor } from "./messages";
import { findTokenIncidents } from "./recruitee/settings";
import { getClient, getPosition, getPositions } from "./platform-reads";

export { BoardObject } from "./board-object";
export { LedgerObject } from "./ledger-object";

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const response = await handle(request, env);
    await consumeBody(request);
    return response;
  },
};

async function handle(request: Request, env: Env): Promise<Response> {
  // The site forwards admin requests to its bound platform, but the adapters have no admin interface.
  if (new URL(request.url).pathname.startsWith(ADMIN_PATH)) return failure(404);
  const apiKey = getSecret(env, "API_KEY");
  if (apiKey === undefined) {
    console.error(
      "API_KEY is not set: add it to adapters/.dev.vars, or set it with " +
        "`wrangler secret put API_KEY -c adapters/wrangler.toml`.",
    );
    return failure(500);
  }
  if (new URL(request.url).pathname === INCIDENTS_PATH) {
    const given = request.headers.get(HEADERS.apiKey) ?? "";
    if (!(await sameSecret(given, apiKey))) return failure(401);
    return json({ incidents: findTokenIncidents(validCompanies()) });
  }
  try {
    return await routeCall(request, apiKey, {
      getPosition: (id) => getPosition(env, id),
      getClient,
      getPositions: (id) => getPositions(env, id),
      apply: (client, position) => apply(request, env, client, position),
    });
  } catch (error) {
    if (error instanceof InvalidFolder) {
      console.error(error.message);
      return failure(502);
    }
    console.error("Unexpected error", describeError(error));
    return failure(500);
  }
}

/** Call 4: passes an application to the ledger object for its `Idempotency-Key`. */
async function apply(request: Request, env: Env, client: string, position: string) {
  const { company } = parsePositionId(position) ?? {};
  if (!company || findCompany(client) !== company) throw new Refusal(404, "Position not found.");
  const messages = messagesFor(company.language_default);
  if (company.board.apply === "off") throw new Refusal(422, messages.applyOff);
  const key = request.headers.get(HEADERS.idempotencyKey) ?? crypto.randomUUID();
  if (!IDEMPOTENCY_KEY.test(key)) {
    throw new Refusal(400, "The Idempotency-Key header is not valid.");
  }
  const name = getKeyName(company.board);
  // A key with other characters cannot be sent in a header, and is probably a paste error.
  if (name !== undefined && !/^[\x20-\x7e]+$/.test(getSecret(env, name) ?? "")) {
    console.error(
      `${company.code}: the secret ${name} is not set, or is not a key. Set it with ` +
        "`npx wrangler secret put NAME -c adapters/wrangler.toml`, or in adapters/.dev.vars",
    );
    return failure(502);
  }
  const headers = new Headers(request.headers);
  headers.set("X-Position", position);
  const ledger = env.LEDGER.get(env.LEDGER.idFromName(`${position} ${key}`));
  return ledger.fetch(new Request(request, { headers }));
}
