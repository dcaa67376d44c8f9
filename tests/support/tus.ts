import { fakePositions } from "./fake-platform-data";

export const TUS = { "Tus-Resumable": "1.0.0" };

const base64 = (text: string) => Buffer.from(text).toString("base64");

export const uploadMetadata = (name: string) => ({ "Upload-Metadata": `filename ${base64(name)}` });

/** Returns the headers of the tus 1.0.0 request that creates an upload. */
export const creationHeaders = (length: number, name = "cv.pdf") => ({
  ...TUS,
  "Upload-Length": String(length),
  ...uploadMetadata(name),
});

/** Returns the headers of the tus 1.0.0 request that uploads a piece. */
export const pieceHeaders = (offset: number) => ({
  ...TUS,
  "Content-Type": "application/offset+octet-stream",
  "Upload-Offset": String(offset),
});

export const createUpload = (
  url: string,
  id: string,
  headers: Record<string, string>,
  position: string = fakePositions.questions,
) => fetch(`${url}/-/applications/${id}/cv?position=${position}`, { method: "POST", headers });
