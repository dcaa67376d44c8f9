import type { createContext } from "./context.server";

declare module "@remix-run/server-runtime" {
  // Remix learns the type of its context by declaration merging.
  // oxlint-disable-next-line typescript/no-empty-object-type
  interface AppLoadContext extends ReturnType<typeof createContext> {}

  interface Future {
    v3_singleFetch: true;
  }
}
