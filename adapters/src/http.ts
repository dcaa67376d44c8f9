import { json } from "~/contract/http";

/** The body of a failure. It has no `detail`, so that the site retries after a 5xx. */
export const FAILED = { error: "The board's system failed." };

export const failure = (status: number, headers: Record<string, string> = {}): Response =>
  json(FAILED, status, headers);
