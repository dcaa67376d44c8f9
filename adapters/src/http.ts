import { json } from "../../contract/http";

/** The body of a 5xx. It has no `detail`, because callers treat a response with `detail` as a refusal. */
export const FAILED = { error: "The board's system failed." };

export const failure = (status: number, headers: Record<string, string> = {}): Response =>
  json(FAILED, status, headers);
