import { useSyncExternalStore } from "react";

/** Whether scripts have reached this part of the page: false on the server and while hydrating. */
export function useAwake(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

const neverChanges = () => () => undefined;
