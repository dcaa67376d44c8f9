// Routes the four calls to a platform's handlers.
import { Refusal } from "./http";
import { isPlatformId } from "./ids";
import { HEADERS } from "./lists";
import { sameSecret } from "./secret";

/** Handlers of the four calls. A handler can throw a {@link Refusal}. */
export interface Calls {
  getPosition: (id: string) => Response | Promise<Response>;
  getClient: (id: string) => Response | Promise<Response>;
  getPositions: (client: string) => Response | Promise<Response>;
  apply: (client: string, position: string) => Response | Promise<Response>;
}

const address = (pattern: string) => new RegExp(`^/api/v1${pattern.replaceAll(":id", "([^/]+)")}$`);

const CALLS = [
  { name: "getPosition", method: "GET", path: address("/hiring/positions/:id") },
  { name: "getClient", method: "GET", path: address("/account/clients/:id/public") },
  { name: "getPositions", method: "GET", path: address("/hiring/:id/positions-public") },
  { name: "apply", method: "POST", path: address("/hiring/:id/positions/:id/apply") },
] as const;

/** Authenticates and routes a request. A thrown {@link Refusal} becomes the response. */
export async function routeCall(request: Request, apiKey: string, calls: Calls): Promise<Response> {
  try {
    if (!(await sameSecret(request.headers.get(HEADERS.apiKey) ?? "", apiKey))) {
      throw new Refusal(401, "The API key is missing or wrong.");
    }
    const { pathname } = new URL(request.url);
    const call = CALLS.find(({ path }) => path.test(pathname));
    const [, first, second = first] = call?.path.exec(pathname) ?? [];
    if (!call || !isPlatformId(first) || !isPlatformId(second)) {
      throw new Refusal(404, "There is nothing at this address.");
    }
    const { name, method } = call;
    if (request.method !== method) {
      throw new Refusal(405, `This address accepts only ${method}.`, { Allow: method });
    }
    return await calls[name](first, second);
  } catch (error) {
    if (error instanceof Refusal) return error.toResponse();
    throw error;
  }
}
