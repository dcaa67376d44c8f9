import type { createContext } from "./context.server";

declare module "@remix-run/server-runtime" {
  // Declares the type of Remix's context by declaration merging.
  // oxlint-disable-next-line typescript/no-empty-object-type
  interface AppLoadContext extends ReturnType<typeof createContext> {}

  interface Future {
    v3_singleFetch: true;
  }
}
