import { createHash } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { AdminApplication } from "~/contract/admin-applications";
import { safeName, uniqueNames } from "~/platform/src/file-names";
import { Stop } from "~/scripts/stop";
import type { Platform } from "../lib/platform";
import type { Operator } from "./operator";

interface Saveable {
  json: unknown;
  files: {
    name: string;
    sha256: string;
    isDamaged?: boolean | undefined;
    open: () => Promise<Response>;
  }[];
}

export function fromArrived(platform: Platform, application: AdminApplication): Saveable {
  const path = `/applications/${application.id}/files`;
  const cv = application.cv ? [{ ...application.cv, at: "cv" }] : [];
  const files = [...cv, ...application.files.map((file, index) => ({ ...file, at: index }))].map(
    ({ at, ...file }) => ({ ...file, open: () => platform.call("GET", `${path}/${at}`) }),
  );
  return { json: application, files };
}

export async function fromUndelivered(operator: Operator, id: string): Promise<Saveable> {
  const json = await operator.exported(id);
  const cv = json.cv ? [{ ...json.cv, field: "cv" }] : [];
  const files = [...cv, ...(json.files ?? [])].map((file) => ({
    ...file,
    open: () => operator.file(id, file.field),
  }));
  return { json, files };
}

/**
 * Saves an application to a new or empty folder. Only the files' owner can read them. Saves nothing on an error.
 *
 * @returns the paths of the saved files
 * @throws Stop if the folder is not empty, or the download of an undamaged file differs from the stored file
 */
export async function saveApplication(
  folder: string,
  { json, files }: Saveable,
): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new Stop(`${folder} is not empty. Choose another folder.`);
  const unique = uniqueNames();
  const first = join(folder, unique("application.json"));
  const written: string[] = [];
  const write = async (file: string, content: string | Buffer) => {
    written.push(file);
    await writeFile(file, content, { flag: "wx", mode: 0o600 });
  };
  try {
    for (const { name, sha256, isDamaged, open } of files) {
      const response = await open();
      const bytes = Buffer.from(await response.arrayBuffer().catch(() => new ArrayBuffer(0)));
      const isIntact = createHash("sha256").update(bytes).digest("hex") === sha256;
      if (!isIntact && !isDamaged) {
        throw new Stop(`${safeName(name)} differs from the stored file. Nothing was saved.`);
      }
      await write(join(folder, unique(safeName(isDamaged ? `DAMAGED ${name}` : name))), bytes);
    }
    await write(first, `${JSON.stringify(json, null, 2)}\n`);
    return written;
  } catch (error) {
    await Promise.all(written.map((file) => rm(file, { force: true })));
    throw error;
  }
}
