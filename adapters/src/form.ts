import { parseMultipartRequest, type MultipartPart } from "@remix-run/multipart-parser";
import { limitBody, Refusal } from "~/contract/http";
import type { Messages } from "./messages";

/** 60 MiB of files, and 1 MiB for everything else. */
const MAX_BODY_BYTES = 61 * 1024 * 1024;

/** A file, as received chunks. It must not be copied: a Worker has only 128 MB of memory. */
export interface Upload {
  name: string;
  /** Media type. */
  type: string;
  /** Size in bytes. */
  size: number;
  pieces: readonly Uint8Array[];
}

/** A form's parts by name. If several parts have the same name, the last one counts. */
export type Form = ReadonlyMap<string, string | Upload>;

/** Parses a request's multipart form. @throws Refusal 400 or 413 if the form cannot be read */
export async function readForm(request: Request, messages: Messages): Promise<Form> {
  const { body, countBytes } = limitBody(request, MAX_BODY_BYTES);
  const form = new Map<string, string | Upload>();
  const limits = {
    maxFileSize: MAX_BODY_BYTES,
    maxTotalSize: MAX_BODY_BYTES,
    maxHeaderSize: 16 * 1024,
  };
  try {
    for await (const part of parseMultipartRequest(new Request(request, { body }), limits)) {
      if (part.name !== undefined) form.set(decodeName(part.name), toValue(part));
    }
  } catch {
    const isTooLarge = countBytes() > MAX_BODY_BYTES;
    throw isTooLarge ? new Refusal(413, messages.filesTooLarge) : new Refusal(400, messages.form);
  }
  return form;
}

function toValue(part: MultipartPart): string | Upload {
  const { filename, mediaType = "application/octet-stream", size, content } = part;
  if (filename === undefined) return part.text;
  return { name: decodeName(filename), type: mediaType, size, pieces: content };
}

/** A part of a form that is posted to a system. */
export type Part = readonly [name: string, value: string | Upload];

/** Encodes a multipart form. Files are not copied. */
export function formBody(parts: readonly Part[]): {
  headers: Record<string, string>;
  body: readonly Uint8Array[];
} {
  const boundary = `----puerta-${crypto.randomUUID()}`;
  const encode = (text: string) => new TextEncoder().encode(text);
  const pieces = parts.flatMap(([name, value]): Uint8Array[] => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${encodeName(name)}"`;
    if (typeof value === "string") return [encode(`${head}\r\n\r\n${value}\r\n`)];
    const file = `; filename="${encodeName(value.name)}"\r\nContent-Type: ${value.type}\r\n\r\n`;
    return [encode(head + file), ...value.pieces, encode("\r\n")];
  });
  pieces.push(encode(`--${boundary}--\r\n`));
  return {
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    body: pieces,
  };
}

/** In names, `"`, CR and LF are escaped as %22, %0D and %0A (WHATWG HTML, "multipart/form-data encoding algorithm"). */
const decodeName = (name: string) =>
  name.replace(/%22/g, '"').replace(/%0D/gi, "\r").replace(/%0A/gi, "\n");
const encodeName = (name: string) =>
  name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
