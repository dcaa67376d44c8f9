/** A response before `app/edge/response.server.ts` adds the common headers. */
export interface Outgoing {
  status: number;
  body: BodyInit | null;
  headers: Headers | Record<string, string>;
  /** The nonce of a page's scripts and styles. Without a nonce, the response can't run or style anything. */
  nonce?: string | undefined;
  /** The page's client, for the metrics. */
  clientUuid?: string | undefined;
}
