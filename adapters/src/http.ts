import { json } from "../../contract/http";

/** For errors here or at the system. Without `detail`: callers treat a response with it as a refusal. */
export const FAILED = { error: "The board's system failed." };

export const failure = (status: number, headers: Record<string, string> = {}): Response =>
  json(FAILED, status, headers);
