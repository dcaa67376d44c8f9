/**
 * Starts a new task, so that loading and hydration don't block input in one long task. Unlike timers, messages
 * aren't throttled, and companies' scripts rarely replace `MessageChannel`.
 */
export const nextTask = (): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(0);
  });
