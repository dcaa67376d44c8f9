/** A response without the headers that all responses have: `app/edge/to-response.server.ts` adds them. */
export interface Outgoing {
  status: number;
  body: BodyInit | null;
  headers: Headers | Record<string, string>;
  /** The nonce of a page's scripts and styles; without one, nothing in the response may run. */
  nonce?: string | undefined;
  /** Whose page it is, by the client's uuid: for the metrics. */
  clientUuid?: string | undefined;
}
