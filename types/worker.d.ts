// Globals that `@cloudflare/workers-types` lacks.

declare namespace URL {
  function canParse(address: string, base?: string): boolean;
}

/** The compiler replaces `process.env.NODE_ENV`. */
declare const process: { env: { NODE_ENV: string } };
