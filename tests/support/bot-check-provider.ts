import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * How the provider's script behaves:
 * - `gives`: `ready` calls back, and each run gives a token (`token-1`, `token-2`, …);
 * - `never`: it is there, and no run ever ends;
 * - `late`: the first run ends when `finishFirstRun()` is called in the page;
 * - `by-hand`: `ready` never calls back, and a run by hand gives a token;
 * - `fails`: every run fails;
 * - `fails-by-hand`: `ready` never calls back, and a run by hand fails;
 * - `stalls`: the script is asked for and never comes.
 */
export type ProviderManner =
  "gives" | "never" | "late" | "by-hand" | "fails" | "fails-by-hand" | "stalls";

/**
 * A stand-in for the bot check's provider on loopback: serves a script with the provider's
 * interface (reCAPTCHA Enterprise), which writes down in the page what it was asked
 * (`window.botCheck`: `{ runs: [siteKey, action][], resets: number }`).
 */
export async function startBotCheckProvider() {
  let manner: ProviderManner = "gives";
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    if (manner === "stalls") return;
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
    behave(next: ProviderManner) {
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
function script(manner: ProviderManner) {
  const asked = { runs: [] as [string, string][], resets: 0 };
  const page = window as unknown as Record<string, unknown>;
  page.botCheck = asked;
  const readies = !manner.endsWith("by-hand");
  page.grecaptcha = {
    enterprise: {
      ready: (then: () => void) => {
        if (readies) then();
      },
      execute: (siteKey: string, { action }: { action: string }) => {
        const count = asked.runs.push([siteKey, action]);
        if (manner.startsWith("fails")) return Promise.reject(new Error("No check today"));
        const isHeld = manner === "never" || (manner === "late" && count === 1);
        return new Promise((resolve) => {
          const finish = () => resolve(`token-${count}`);
          if (manner === "late" && count === 1) page.finishFirstRun = finish;
          else if (manner === "late") return;
          if (!isHeld) finish();
        });
      },
      reset: () => {
        asked.resets += 1;
      },
    },
  };
}
