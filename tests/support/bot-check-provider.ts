import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * How the provider's script behaves: each run gives a token (`token-1`, `token-2`, …), but
 * - `never`: no run ends;
 * - `late`: the first run ends when `finishFirstRun()` is called in the page.
 */
type ProviderMode = "gives" | "never" | "late";

/**
 * A stand-in for the bot check's provider on loopback: serves a script with the provider's
 * interface (reCAPTCHA Enterprise), which records in the page what it was asked
 * (`window.botCheck`: `{ runs: [siteKey, action][], resets: number }`).
 */
export async function startBotCheckProvider() {
  let manner: ProviderMode = "gives";
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    response.setHeader("Content-Type", "text/javascript");
    response.end(`(${script.toString()})(${JSON.stringify(manner)})`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server that listens has an AddressInfo for its address.
  const { port } = server.address() as AddressInfo;
  return {
    scriptUrl: `http://127.0.0.1:${port}/enterprise.js`,
    /** The addresses that were asked for, in their order. */
    requests,
    /** How it behaves from now on; what was recorded is forgotten. */
    behave(next: ProviderMode) {
      manner = next;
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type BotCheckProvider = Awaited<ReturnType<typeof startBotCheckProvider>>;

/** Runs in the page. */
function script(manner: ProviderMode) {
  const asked = { runs: [] as [string, string][], resets: 0 };
  const page = window as unknown as Record<string, unknown>;
  page.botCheck = asked;
  page.grecaptcha = {
    enterprise: {
      ready: (then: () => void) => then(),
      execute: (siteKey: string, { action }: { action: string }) => {
        const count = asked.runs.push([siteKey, action]);
        return new Promise((resolve) => {
          const finish = () => resolve(`token-${count}`);
          if (manner === "late" && count === 1) page.finishFirstRun = finish;
          else if (manner !== "never") finish();
        });
      },
      reset: () => {
        asked.resets += 1;
      },
    },
  };
}
