// Companies' pictures in R2. Their names are digests of their contents, so that a URL always returns the same bytes.
import { PICTURES_PATH } from "~/contract/pictures";
import type { Env } from "../env";
import { hex } from "../secrets";
import { readPicture, type PictureError } from "./picture";

const FOLDER = "picture/";

/** Pictures that were stored within this time are kept, because the form with them may not be saved yet. */
const UNSAVED_MS = 24 * 60 * 60 * 1000;

export interface StoredPicture {
  src: string;
  width: number;
  height: number;
}

/**
 * Checks and stores a company's picture. Returns its path on the site and its size, or the reason why it is refused.
 */
export async function storePicture(
  { CVS }: Env,
  client: string,
  file: File,
): Promise<StoredPicture | PictureError> {
  const picture = readPicture(new Uint8Array(await file.arrayBuffer()));
  if (typeof picture === "string") return picture;
  const { type, width, height, bytes } = picture;
  const name = `${client}/${hex(await crypto.subtle.digest("SHA-256", bytes)).slice(0, 32)}.${type}`;
  await CVS.put(FOLDER + name, bytes);
  return { src: `${PICTURES_PATH}/${name}`, width, height };
}

/** Serves a picture to anyone, because companies publish it. */
export async function servePicture(request: Request, { CVS }: Env): Promise<Response> {
  const name = new URL(request.url).pathname.slice(PICTURES_PATH.length + 1);
  const [, type] = /^[A-Za-z0-9_-]{1,64}\/[0-9a-f]{32}\.(png|jpg|webp)$/.exec(name) ?? [];
  const object = type === undefined ? null : await CVS.get(FOLDER + name);
  if (!object) return new Response("Not Found", { status: 404 });
  return new Response(object.body, {
    headers: {
      "Content-Type": `image/${type === "jpg" ? "jpeg" : type}`,
      "Content-Length": String(object.size),
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}

/** Deletes a company's pictures that its page, draft and versions don't use. */
export async function deleteUnusedPictures(env: Env, client: string, now: number): Promise<void> {
  const { DB, CVS } = env;
  const { objects } = await CVS.list({ prefix: `${FOLDER}${client}/` });
  const old = objects.filter(({ uploaded }) => uploaded.getTime() < now - UNSAVED_MS);
  if (old.length === 0) return;
  const { results } = await DB.prepare(
    `SELECT value FROM json_each(?2) WHERE NOT EXISTS (
       SELECT 1 FROM clients WHERE uuid = ?1 AND instr(
         coalesce(logo, '') || coalesce(main_image, '') || coalesce(favicon, '') || sections, value))
     AND NOT EXISTS (SELECT 1 FROM drafts WHERE uuid = ?1 AND instr(content, value))
     AND NOT EXISTS (SELECT 1 FROM versions WHERE uuid = ?1 AND instr(content, value))`,
  )
    .bind(client, JSON.stringify(old.map(({ key }) => key.slice(FOLDER.length))))
    .all<{ value: string }>();
  if (results.length > 0) await CVS.delete(results.map(({ value }) => FOLDER + value));
}

export async function deletePictures({ CVS }: Env, client: string): Promise<void> {
  for (;;) {
    const { objects } = await CVS.list({ prefix: `${FOLDER}${client}/` });
    if (objects.length === 0) return;
    await CVS.delete(objects.map(({ key }) => key));
  }
}
