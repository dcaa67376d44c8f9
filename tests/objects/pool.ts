import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Reads the Worker's compatibility date, which the tests share. */
function compatibilityDate(): string {
  const toml = readFileSync(path("../../wrangler.toml"), "utf8");
  const day = /^compatibility_date = "(.*)"$/m.exec(toml)?.[1];
  if (day === undefined) throw new Error("wrangler.toml names no compatibility_date");
  return day;
}

const sqliteClass = (className: string) => ({ className, useSQLite: true });

/** The companies, which a real build compiles into the adapters. */
export const COMPANIES = [
  {
    uuid: "6a1f8f5e-52c4-4b0a-9a53-0d0a4f1c7b11",
    code: "taller",
    name: "Taller Example",
    language_default: "en",
    country: "es",
    apply_page_css: "",
    apply_page_js: "",
    privacy_policy: "# Privacy",
    board: { system: "greenhouse", board: "taller", address: "https://boards.test/v1" },
  },
];

/** Runs test files inside workerd, where they share memory and clock with the Durable Objects. */
export async function objectsPool() {
  // Vite would load a static import in every run.
  const { cloudflareTest } = await import("@cloudflare/vitest-pool-workers");
  return cloudflareTest({
    main: path("worker.ts"),
    miniflare: {
      compatibilityDate: compatibilityDate(),
      durableObjects: {
        APPLICATIONS: sqliteClass("ApplicationObject"),
        UNDELIVERED: sqliteClass("UndeliveredIndex"),
        RELEASE: sqliteClass("ReleaseLimiter"),
        COPIES: sqliteClass("DurableCopy"),
        PURGES: sqliteClass("PurgeTime"),
        BOARDS: sqliteClass("BoardObject"),
        LEDGER: sqliteClass("LedgerObject"),
      },
    },
  });
}
