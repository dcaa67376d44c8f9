/** Lets other events run, so that long work doesn't delay them. Node has no global `scheduler`. */
export const nextTask = (): Promise<void> =>
  "scheduler" in globalThis
    ? scheduler.wait(0)
    : new Promise((resolve) => {
        setTimeout(resolve, 0);
      });
