#!/usr/bin/env node
import { fileURLToPath } from "node:url";

try {
  const { register } = await import("tsx/esm/api");
  // Resolves imports from `~/` in any working directory.
  register({ tsconfig: fileURLToPath(new URL("../tsconfig.json", import.meta.url)) });
} catch (error) {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code !== "ERR_MODULE_NOT_FOUND") throw error;
  // After `npm ci --omit=dev`, or with NODE_ENV=production, which has the same effect.
  console.error("puerta also needs the development packages. Run: npm ci --include=dev");
  process.exit(1);
}
await import("./puerta");
