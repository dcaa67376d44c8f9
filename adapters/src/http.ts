import { json } from "../../contract/http";

/** An error of ours or of the system's. Without `detail`, which would be taken for a refusal. */
export const failure = (status: number, headers: Record<string, string> = {}): Response =>
  json({ error: "The system behind the board did not answer as it should." }, status, headers);

/** Cancels a body that nobody will read, so that its connection is free again. */
export async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined);
}

/** An error's name and place: its message may have something that a candidate typed. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const place = error.stack?.split("\n").find((line) => line.trimStart().startsWith("at "));
  return `${error.name}${place ? ` ${place.trim()}` : ""}`;
}
