// A minimal hiring platform in memory that implements docs/openapi.yaml:
//   node docs/examples/platform.mjs
// Check it from another terminal:
//   PLATFORM_API_KEY=a-key npx puerta check http://localhost:4000/api/v1 --client acme --apply potter
// `npm start` shows its job if .dev.vars has that key and PLATFORM_URL=http://localhost:4000/api/v1.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

const { PORT = 4000, API_KEY = "a-key" } = process.env;

/** @param {import("node:http").IncomingMessage} request */
const headers = ({ headers: { "idempotency-key": key } }) => ({
  "Content-Type": "application/json",
  ...(key && { "Idempotency-Key": key }),
});

const client = {
  uuid: "acme",
  code: "acme",
  name: "Acme Pottery",
  language_default: "en",
  country: "GB",
  privacy_policy: "# Privacy\n\nWe delete applications after six months.",
};
const position = {
  uuid: "potter",
  client: client.uuid,
  name: "Potter",
  description: "<p>You throw cups.</p>",
  location: "Leeds",
  published_at: "2026-11-02",
  fields: [{ id: "email", kind: "email", required: true }],
  honours: ["idempotency-key"],
};

/** Application ids by Idempotency-Key. A real platform stores them with the form. @type {Map<string, string>} */
const ids = new Map();
const emails = new Set();

/** @param {import("node:http").IncomingMessage} request */
async function apply(request) {
  const key = String(request.headers["idempotency-key"] ?? randomUUID());
  const body = new Response(await buffer(request), {
    headers: { "Content-Type": request.headers["content-type"] ?? "" },
  });
  // oxlint-disable-next-line typescript/no-deprecated -- fine for an example that has the body in memory
  const form = await body.formData();
  if (ids.has(key)) return [201, { id: ids.get(key) }];
  const fields = form.get("fields");
  /** @type {{ id: string, value: unknown }[]} */
  const answers = typeof fields === "string" ? JSON.parse(fields) : [];
  const email = answers.find(({ id }) => id === "email")?.value;
  if (!form.get("first_name") || !email) {
    const errors = [{ field: "email", message: "Enter your email address." }];
    return [422, { detail: "Check your answers.", errors }];
  }
  if (emails.has(email)) return [409, { detail: "You have already applied." }];
  emails.add(email);
  ids.set(key, randomUUID());
  console.log(`Application ${ids.get(key)} received${form.has("cv") ? " with a CV" : ""}.`);
  return [201, { id: ids.get(key) }];
}

/** @param {import("node:http").IncomingMessage} request */
async function handle(request) {
  if (request.headers["x-api-key"] !== API_KEY) return [401, { detail: "Wrong API key." }];
  switch (`${request.method} ${request.url}`) {
    case "GET /api/v1/hiring/positions/potter":
      return [200, position];
    case "GET /api/v1/account/clients/acme/public":
      return [200, client];
    case "GET /api/v1/hiring/acme/positions-public":
      return [200, { results: [position] }];
    case "POST /api/v1/hiring/acme/positions/potter/apply":
      return apply(request).catch(() => [400, { detail: "The body is not a valid form." }]);
    default:
      return [404, { detail: "Not found." }];
  }
}

createServer((request, response) => {
  void handle(request).then(([status, body]) =>
    response.writeHead(Number(status), headers(request)).end(JSON.stringify(body)),
  );
}).listen(PORT, () => console.log(`http://localhost:${PORT}/api/v1`));
