import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * The behaviour of the provider's script:
 * - `gives`: Each run returns a token (`token-1`, `token-2`, …).
 * - `never`: No run ends.
 * - `late`: The first run ends when `window.finishFirstRun()` is called. Later runs return a token.
 */
type ProviderMode = "gives" | "never" | "late";

/**
 * Starts a fake bot check provider on loopback. Its script defines `grecaptcha.enterprise` and records calls
 * in the page: `window.botCheck` is `{ runs: [siteKey, action][], resets: number }`.
 */
export async function startBotCheckProvider() {
  let mode: ProviderMode = "gives";
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.setHeader("Content-Type", "text/javascript");
    response.end(`(${script.toString()})(${JSON.stringify(mode)})`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    scriptUrl: `http://127.0.0.1:${port}/enterprise.js`,
    requests,
    /** Changes the behaviour and clears the recorded requests. */
    behave(next: ProviderMode) {
      mode = next;
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type BotCheckProvider = Awaited<ReturnType<typeof startBotCheckProvider>>;

/** The provider's script, which runs in the page. */
function script(mode: ProviderMode) {
  const calls = { runs: [] as [string, string][], resets: 0 };
  const page = window as unknown as Record<string, unknown>;
  page.botCheck = calls;
  page.grecaptcha = {
    enterprise: {
      ready: (then: () => void) => then(),
      execute: (siteKey: string, { action }: { action: string }) => {
        const count = calls.runs.push([siteKey, action]);
        return new Promise((resolve) => {
          const finish = () => resolve(`token-${count}`);
          if (mode === "late" && count === 1) page.finishFirstRun = finish;
          else if (mode !== "never") finish();
        });
      },
      reset: () => {
        calls.resets += 1;
      },
    },
  };
}
