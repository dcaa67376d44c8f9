import { request, type IncomingHttpHeaders } from "node:http";
import { DESK, type DeskSite } from "./desk-site";

interface Asked {
  method?: string;
  host?: string;
  headers?: Record<string, string>;
  /** A form's entries; a list stands for several of the same name. */
  form?: Record<string, string | string[]>;
  /** What is sent where it is no form. */
  body?: string;
}

interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

/** One request to a site under any host name, without following redirects. */
export function requestDesk(url: string, path: string, asked: Asked = {}): Promise<Answered> {
  const { form, host, headers = {}, method = form ? "POST" : "GET" } = asked;
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(form ?? {})) {
    for (const one of [value].flat()) fields.append(name, one);
  }
  const body = form ? Buffer.from(fields.toString()) : asked.body;
  return new Promise((resolve, reject) => {
    const sent = request(
      url + path,
      {
        method,
        // A kept connection may be closed while it is used again.
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

/** A cookie as a browser sends it back, from `Set-Cookie`. */
const parseCookies = ({ headers }: Answered): string =>
  (headers["set-cookie"] ?? []).map((line) => line.split(";")[0] ?? "").join("; ");

/** The token in a page's forms. */
const findToken = ({ text }: Answered): string =>
  /name="token" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? "";

/** Somebody who comes to the desk, with the cookies that they were given. */
export function deskClient({ url }: Pick<DeskSite, "url">, headers: Record<string, string> = {}) {
  let cookie = "";
  let token = "";
  let ownCode = "";
  const ask = async (path: string, asked: Asked = {}) => {
    const answered = await requestDesk(url, path, {
      ...asked,
      headers: { ...headers, ...(cookie !== "" && { Cookie: cookie }), ...asked.headers },
    });
    if (answered.headers["set-cookie"]) cookie = parseCookies(answered);
    return answered;
  };
  const get = async (path: string, more: Record<string, string> = {}) => {
    const answered = await ask(path, { headers: more });
    token = findToken(answered) || token;
    return answered;
  };
  return {
    get,
    /** Sends a form, with the token of the page that was read last. */
    post: (path: string, form: Asked["form"] = {}, more: Record<string, string> = {}) =>
      ask(path, { form: { token, ...form }, headers: more }),
    async signIn(code: string) {
      ownCode = code;
      const answered = await ask("/in", { form: { code } });
      if (answered.status === 303) await get("/");
      return answered;
    },
    get cookie() {
      return cookie;
    },
    get token() {
      return token;
    },
    /** The sign-in code that they signed in with. */
    get code() {
      return ownCode;
    },
  };
}
