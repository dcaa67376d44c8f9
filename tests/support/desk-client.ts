import { request, type IncomingHttpHeaders } from "node:http";
import { DESK, type DeskSite } from "./desk-site";

interface DeskRequest {
  method?: string;
  host?: string;
  headers?: Record<string, string>;
  /** A form's entries. A list contains several values for one name. */
  form?: Record<string, string | string[]>;
  /** The body, if it isn't a form. */
  body?: string;
}

interface DeskResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

/** Sends a request, by default to the desk's host. Doesn't follow redirects. */
export function requestDesk(
  url: string,
  path: string,
  options: DeskRequest = {},
): Promise<DeskResponse> {
  const { form, host, headers = {}, method = form ? "POST" : "GET" } = options;
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(form ?? {})) {
    for (const entry of [value].flat()) fields.append(name, entry);
  }
  const body = form ? Buffer.from(fields.toString()) : options.body;
  return new Promise((resolve, reject) => {
    const sent = request(
      url + path,
      {
        method,
        // Don't reuse connections, because the server can close an idle connection at any time.
        agent: false,
        headers: {
          Host: host ?? DESK,
          ...(form && { "Content-Type": "application/x-www-form-urlencoded" }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, bytes, text: bytes.toString("utf8") });
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Returns a `Cookie` header with only the cookies of this response. */
const parseCookies = ({ headers }: DeskResponse): string =>
  (headers["set-cookie"] ?? []).map((line) => line.split(";")[0] ?? "").join("; ");

const findToken = ({ text }: DeskResponse): string =>
  /name="token" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? "";

/** Creates a client that stores the desk's cookies and form token. */
export function deskClient({ url }: Pick<DeskSite, "url">, headers: Record<string, string> = {}) {
  let cookie = "";
  let token = "";
  let ownCode = "";
  const ask = async (path: string, options: DeskRequest = {}) => {
    const response = await requestDesk(url, path, {
      ...options,
      headers: { ...headers, ...(cookie !== "" && { Cookie: cookie }), ...options.headers },
    });
    if (response.headers["set-cookie"]) cookie = parseCookies(response);
    return response;
  };
  const get = async (path: string, more: Record<string, string> = {}) => {
    const response = await ask(path, { headers: more });
    token = findToken(response) || token;
    return response;
  };
  return {
    get,
    /** Sends a form with the most recent token from a page. */
    post: (path: string, form: DeskRequest["form"] = {}, more: Record<string, string> = {}) =>
      ask(path, { form: { token, ...form }, headers: more }),
    async signIn(code: string) {
      ownCode = code;
      const response = await ask("/in", { form: { code } });
      if (response.status === 303) await get("/");
      return response;
    },
    get cookie() {
      return cookie;
    },
    get token() {
      return token;
    },
    get code() {
      return ownCode;
    },
  };
}
