// The schemas by which the site reads a platform and its own variables, for scripts.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { ROOT } from "./local.mjs";

/**
 * The schemas by which the site reads a platform and its own variables.
 *
 * @typedef {object} Schemas
 * @property {typeof import("../app/platform/client.server").clientSchema} clientSchema
 * @property {typeof import("../app/platform/listed-positions.server").listedPositionsSchema} listedPositionsSchema
 * @property {typeof import("../app/platform/position.server").positionSchema} positionSchema
 * @property {typeof import("../app/platform/position-fields.server").positionFields} positionFields
 * @property {typeof import("../app/platform/facts.server").readFacts} readFacts
 * @property {typeof import("../app/config/settings.server").settingsSchema} settingsSchema
 */

/** @type {Promise<Schemas> | undefined} */
let built;

/**
 * Builds the schemas, once, so that a script reads what it reads exactly as the site does.
 *
 * @returns {Promise<Schemas>}
 */
export const schemasOfTheSite = () => (built ??= buildSchemas());

async function buildSchemas() {
  const folder = await mkdtemp(join(tmpdir(), "puerta-schemas-"));
  try {
    const modules = [
      ...["client", "listed-positions", "position", "position-fields", "facts"].map(
        (name) => `./app/platform/${name}.server`,
      ),
      "./app/config/settings.server",
    ];
    const { outputFiles } = await build({
      stdin: {
        contents: modules.map((module) => `export * from "${module}";`).join("\n"),
        resolveDir: ROOT,
      },
      bundle: true,
      write: false,
      format: "esm",
      platform: "node",
    });
    const file = join(folder, "schemas.mjs");
    await writeFile(file, outputFiles[0]?.text ?? "");
    // What was just built of these modules.
    const schemas = /** @type {Schemas} */ (await import(pathToFileURL(file).href));
    return schemas;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
