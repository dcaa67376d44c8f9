#!/usr/bin/env node
import { fileURLToPath } from "node:url";

try {
  const { register } = await import("tsx/esm/api");
  // From any folder, imports from `~/` are found.
  register({ tsconfig: fileURLToPath(new URL("../tsconfig.json", import.meta.url)) });
} catch (error) {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code !== "ERR_MODULE_NOT_FOUND") throw error;
  // After `npm ci --omit=dev`, or with NODE_ENV=production, which has the same effect.
  console.error("puerta also needs the packages for development. Run: npm ci --include=dev");
  process.exit(1);
}
await import("./puerta");
