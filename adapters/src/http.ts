import { json } from "../../contract/http";

/** The answer to an error of ours or of the system's. Without `detail`, which would be taken for a refusal. */
export const FAILED = { error: "The system behind the board did not answer as it should." };

export const failure = (status: number, headers: Record<string, string> = {}): Response =>
  json(FAILED, status, headers);
