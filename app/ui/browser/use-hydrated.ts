import { useSyncExternalStore } from "react";

/** Whether this part of the page is hydrated: false on the server and while hydrating. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

const neverChanges = () => () => undefined;
