// The embedded platform, with another brand for every company: for `npm run brand`.
import { createServer, request } from "node:http";
import { pipeline } from "node:stream/promises";
import { ensureLocalSecrets } from "../local.mjs";
import { startSiteServer } from "../site-server.mjs";

/** Call 2 of the contract: a company's profile. */
const PROFILE = /^\/api\/v1\/account\/clients\/[^/]+\/public$/;

/**
 * Starts the embedded platform of a state folder, and in front of it a server that passes its answers on
 * with another brand in the profiles. It does not write to the database, so the next page has the brand
 * at once.
 *
 * @param {string} persistTo
 * @param {(profile: Record<string, unknown>) => Record<string, unknown>} branded
 */
export async function startBrandPlatform(persistTo, branded) {
  const { platformKey } = await ensureLocalSecrets();
  const platform = await startSiteServer({
    site: false,
    embedded: true,
    persistTo,
  });

  /** @param {string} path */
  async function profile(path) {
    const answer = await fetch(platform.url + path, { headers: { "X-Api-Key": platformKey } });
    const body = /** @type {Record<string, unknown>} */ (await answer.json());
    return { status: answer.status, text: JSON.stringify(answer.ok ? branded(body) : body) };
  }

  /** @param {import("node:http").IncomingMessage} asked @param {import("node:http").ServerResponse} answered */
  async function answer(asked, answered) {
    const { method, url: path = "/", headers } = asked;
    if (method === "GET" && PROFILE.test(path)) {
      const { status, text } = await profile(path);
      answered.writeHead(status, { "Content-Type": "application/json" }).end(text);
      return;
    }
    const call = request(platform.url + path, {
      method,
      agent: false,
      headers: { ...headers, "x-api-key": platformKey },
    });
    const answering = new Promise((resolve, reject) => {
      call.once("error", reject).once("response", (response) => {
        answered.writeHead(response.statusCode ?? 502, response.headers);
        pipeline(response, answered).then(resolve, reject);
      });
    });
    await Promise.all([pipeline(asked, call), answering]);
  }

  const server = createServer((asked, answered) => {
    // The site asks again, or shows that it could not reach the platform.
    answer(asked, answered).catch(() => answered.destroy());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/api/v1`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await platform.stop();
    },
  };
}
