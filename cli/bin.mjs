#!/usr/bin/env node
// Runs the TypeScript of this folder as it is.
import { register } from "tsx/esm/api";

register();
await import("./puerta");
