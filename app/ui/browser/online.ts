/** Resolves when the connection comes back. */
export const connection = (): Promise<unknown> =>
  new Promise((resolve) => {
    addEventListener("online", resolve, { once: true });
  });
