// Writes what a candidate sent into a folder: application.json, and each file under its own name.
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Stop } from "../../scripts/local.mjs";
import { exported, fileOf } from "./old-operator-site.mjs";

/** Only its owner may read what is written. */
const PRIVATE = { folder: 0o700, file: 0o600 };

/**
 * A name that is a file in the folder and nothing else, whatever a candidate called it.
 *
 * @param {string} name
 */
export function fileIn(name) {
  // oxlint-disable-next-line no-control-regex
  const safe = name.replace(/[\u0000-\u001f\u007f/\\:*?"<>|]/g, "_").replace(/^\.+/, "_");
  return safe === "" || safe.toLowerCase() === "application.json" ? `cv ${safe}`.trim() : safe;
}

/**
 * Exports an application.
 *
 * @param {import("./old-operator-site.mjs").Site} site @param {string} number
 * @param {string} [folder] default: `application-NUMBER`
 * @returns {Promise<string[]>} the files that were written
 * @throws {Stop} if the application has gone, or a file of it did not come whole
 */
export async function exportTo(site, number, folder) {
  const application = await exported(site, number);
  const into = folder ?? `application-${application.number}`;
  await mkdir(into, { recursive: true, mode: PRIVATE.folder });
  const json = join(into, "application.json");
  await writeFile(json, `${JSON.stringify(application, null, 2)}\n`, { mode: PRIVATE.file });
  /** @type {string[]} */
  const written = [];
  const cv = application.cv ? [{ ...application.cv, field: "cv" }] : [];
  for (const one of [...cv, ...application.files]) {
    let file = fileIn(one.isDamaged ? `DAMAGED ${one.name}` : one.name);
    while (written.some((path) => path.toLowerCase() === join(into, file).toLowerCase())) {
      file = `${fileIn(one.field)} ${file}`;
    }
    file = join(into, file);
    await saveFile(await fileOf(site, number, one.field), file, one);
    written.push(file);
  }
  return [json, ...written];
}

/**
 * @param {Response} response @param {string} file
 * @param {{ sha256: string, isDamaged?: boolean | undefined }} stored what the application says of it
 */
async function saveFile({ body }, file, { sha256, isDamaged }) {
  if (!body) throw new Stop("A file did not come.");
  const part = `${file}.part`;
  const hash = createHash("sha256");
  const source = /** @type {import("node:stream/web").ReadableStream<Uint8Array>} */ (body);
  try {
    await pipeline(
      Readable.fromWeb(source),
      async function* (/** @type {AsyncIterable<Buffer>} */ chunks) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(part, { mode: PRIVATE.file }),
    );
    if (!isDamaged && hash.digest("hex") !== sha256)
      throw new Error("Other bytes came than were stored");
    await rename(part, file);
  } catch {
    await rm(part, { force: true });
    throw new Stop(
      "A file did not come whole: it was delivered or dropped meanwhile, or the line broke. Try again.",
    );
  }
}
