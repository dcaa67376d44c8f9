import type { BoardObject } from "./board-object";
import type { LedgerObject } from "./ledger-object";

/** The bindings of `adapters/wrangler.toml`, and its secrets. */
export interface Env {
  BOARDS: DurableObjectNamespace<BoardObject>;
  LEDGER: DurableObjectNamespace<LedgerObject>;
  API_KEY?: string;
}

/** A secret by the name that a company's folder gives it; undefined if it is not set. */
export function secretOf(env: Env, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : (env as unknown as Record<string, unknown>)[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
