import { IDEMPOTENCY_KEY } from "../../contract/application";
import { drain, Refusal } from "../../contract/http";
import { HEADERS } from "../../contract/lists";
import { isPlatformId } from "../../contract/ids";
import { keyName } from "./board-object";
import { companyOf, FaultyFolder, positionRef } from "./companies";
import { secretOf, type Env } from "./env";
import { describe, failure } from "./http";
import { messagesFor } from "./messages";
import { getClient, getPosition, getPositions, unread } from "./reads";
import { sameSecret } from "./secrets";

export { BoardObject } from "./board-object";
export { LedgerObject } from "./ledger-object";

const BASE = "/api/v1";
const NOTHING = "There is nothing at this address.";
const address = (pattern: string) => new RegExp(`^${BASE}${pattern.replaceAll(":id", "([^/]+)")}$`);

type Handler = (ids: [string, string], request: Request, env: Env) => Response | Promise<Response>;

const CALLS: { method: string; path: RegExp; handle: Handler }[] = [
  {
    method: "GET",
    path: address("/hiring/positions/:id"),
    handle: ([id], _, env) => getPosition(env, id),
  },
  {
    method: "GET",
    path: address("/account/clients/:id/public"),
    handle: ([id]) => getClient(id),
  },
  {
    method: "GET",
    path: address("/hiring/:id/positions-public"),
    handle: ([id], _, env) => getPositions(env, id),
  },
  {
    method: "POST",
    path: address("/hiring/:id/positions/:id/apply"),
    handle: ([client, position], request, env) => apply(request, env, client, position),
  },
];

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const response = await answer(request, env);
    await drain(request);
    return response;
  },
};

async function answer(request: Request, env: Env): Promise<Response> {
  const apiKey = secretOf(env, "API_KEY");
  if (apiKey === undefined) {
    console.error(
      "API_KEY is not configured: put it into adapters/.dev.vars, or set it with " +
        "`wrangler secret put API_KEY -c adapters/wrangler.toml`.",
    );
    return failure(500);
  }
  try {
    if (!(await sameSecret(request.headers.get(HEADERS.apiKey) ?? "", apiKey))) {
      throw new Refusal(401, "The API key is missing or wrong.");
    }
    return await call(request, env);
  } catch (error) {
    if (error instanceof Refusal) return error.toResponse();
    if (error instanceof FaultyFolder) {
      console.error(error.message);
      return failure(502);
    }
    const answer = unread(error);
    if (answer) return answer;
    console.error("Unexpected error", describe(error));
    return failure(500);
  }
}

async function call(request: Request, env: Env): Promise<Response> {
  const { pathname } = new URL(request.url);
  const calls = CALLS.filter(({ path }) => path.test(pathname));
  if (calls.length === 0) throw new Refusal(404, NOTHING);
  const found = calls.find(({ method }) => method === request.method);
  if (!found) {
    const Allow = calls.map(({ method }) => method).join(", ");
    throw new Refusal(405, `This address takes only ${Allow}.`, { Allow });
  }
  const [, first, second = first] = found.path.exec(pathname) ?? [];
  if (!isPlatformId(first) || !isPlatformId(second)) throw new Refusal(404, NOTHING);
  return found.handle([first, second], request, env);
}

/** Call 4: hands an application to the ledger's object of its key. */
async function apply(request: Request, env: Env, client: string, position: string) {
  const { company } = positionRef(position) ?? {};
  if (!company || companyOf(client) !== company) throw new Refusal(404, "Position not found.");
  const messages = messagesFor(company.language_default);
  if (company.board.apply === "off") throw new Refusal(422, messages.applyOff);
  const key = request.headers.get(HEADERS.idempotencyKey) ?? crypto.randomUUID();
  if (!IDEMPOTENCY_KEY.test(key)) {
    throw new Refusal(400, "The Idempotency-Key header is not valid.");
  }
  const name = keyName(company.board);
  // What is not ASCII cannot be sent as a key: a character that was pasted wrong.
  if (name !== undefined && !/^[\x20-\x7e]+$/.test(secretOf(env, name) ?? "")) {
    console.error(
      `${company.code}: the secret ${name} is not set, or is no key: ` +
        "`npx wrangler secret put NAME -c adapters/wrangler.toml`, or adapters/.dev.vars",
    );
    return failure(502);
  }
  const headers = new Headers(request.headers);
  headers.set("X-Position", position);
  const ledger = env.LEDGER.get(env.LEDGER.idFromName(`${position} ${key}`));
  return ledger.fetch(new Request(request, { headers }));
}
