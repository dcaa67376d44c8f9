#!/usr/bin/env node
// Loads TypeScript without a build.
import { register } from "tsx/esm/api";

register();
await import("./puerta");
