import * as z from "zod";
import { formBody, type Upload } from "../form";
import { post, type PostResponse } from "../board-requests";
import type { BoardContext } from "../system-interface";
import { setup, type PersonioBoard } from "./settings";

type Context = BoardContext<PersonioBoard>;

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const Uploaded = z.object({ uuid: z.string().min(1) });

/** How long before its expiry a token is replaced, in ms. */
const EXPIRY_MARGIN_MS = 60_000;

/** Tokens by API URL and secret. */
const tokens = new Map<string, { token: string; until: number }>();

export interface Failed {
  failed: PostResponse | undefined;
  /** Whether the token request failed, which is not the candidate's error. */
  isToken?: boolean;
}

/** Posts with a token. After a 401, requests a new token and retries once. */
export async function call(
  context: Context,
  path: string,
  createBody: () => { headers: Record<string, string>; body: string | readonly Uint8Array[] },
): Promise<PostResponse | undefined | Failed> {
  for (const isRetry of [false, true]) {
    const token = await getToken(context);
    if ("failed" in token) return token;
    const { headers, body } = createBody();
    const posted = await post(`${apiUrl(context)}${path}`, {
      headers: {
        ...headers,
        Accept: "application/json",
        Authorization: `Bearer ${token.token}`,
      },
      body,
    });
    if (posted?.status !== 401 || isRetry) return posted;
    tokens.delete(tokenKey(context));
  }
  return undefined;
}

export async function uploadFile(
  context: Context,
  file: Upload,
): Promise<{ uuid: string } | Failed> {
  const posted = await call(context, "/v2/recruiting/applications/documents", () =>
    formBody([["file", file]]),
  );
  if (posted && "failed" in posted) return posted;
  const { data } = Uploaded.safeParse(posted?.body);
  return posted && posted.status < 300 && data ? { uuid: data.uuid } : { failed: posted };
}

/** Includes the API URL, so that a token is never sent to a different one. */
const tokenKey = (context: Context) => `${apiUrl(context)} ${context.key ?? ""}`;

const apiUrl = ({ board }: Context) => board.address ?? setup.defaultAddress();

/** Returns a token. New tokens are requested with OAuth 2.0 client credentials (RFC 6749, section 4.4). */
async function getToken(context: Context): Promise<{ token: string } | Failed> {
  const { key = "" } = context;
  const known = tokens.get(tokenKey(context));
  if (known && known.until > Date.now()) return known;
  const [client_id = "", ...rest] = key.split(":");
  const posted = await post(`${apiUrl(context)}/v2/auth/token`, {
    headers: {
      Accept: "application/json",
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({
      client_id,
      client_secret: rest.join(":"),
      grant_type: "client_credentials",
      scope: "personio:recruiting:write",
    }).toString(),
  });
  const { data } = Token.safeParse(posted?.body);
  if (!posted || posted.status >= 300 || !data) return { failed: posted, isToken: true };
  const until = Date.now() + data.expires_in * 1000 - EXPIRY_MARGIN_MS;
  tokens.set(tokenKey(context), { token: data.access_token, until });
  return { token: data.access_token };
}
