import type { createContext } from "./context.server";

declare module "@remix-run/server-runtime" {
  // Declaration merging sets the type of Remix's context.
  // oxlint-disable-next-line typescript/no-empty-object-type
  interface AppLoadContext extends ReturnType<typeof createContext> {}

  interface Future {
    v3_singleFetch: true;
  }
}
