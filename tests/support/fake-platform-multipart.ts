import { createHash } from "node:crypto";

export interface ReceivedFile {
  name: string;
  fileName: string;
  contentType: string;
  bytes: Buffer;
  sha256: string;
}

export interface ReceivedParts {
  /** Every field that isn't a file, in order. */
  fields: [name: string, value: string][];
  files: ReceivedFile[];
}

/** Parses a multipart body. Returns undefined if the body is malformed. */
export function parseMultipart(contentType: string, body: Buffer): ReceivedParts | undefined {
  const boundary = /^multipart\/form-data;\s*boundary="?([^";]+)"?$/i.exec(contentType)?.[1];
  if (boundary === undefined) return undefined;
  const fields: ReceivedParts["fields"] = [];
  const files: ReceivedFile[] = [];
  const between = Buffer.from(`\r\n--${boundary}`);
  const blankLine = Buffer.from("\r\n\r\n");
  // A leading line break makes the first boundary look like the others.
  const padded = Buffer.concat([Buffer.from("\r\n"), body]);
  if (padded.indexOf(between) !== 0) return undefined;
  let at = between.length;
  for (;;) {
    const lineEnd = padded.subarray(at, at + 2).toString("latin1");
    if (lineEnd === "--") break;
    const headEnd = padded.indexOf(blankLine, at);
    const next = padded.indexOf(between, headEnd + blankLine.length);
    if (lineEnd !== "\r\n" || headEnd < 0 || next < 0) return undefined;
    const head = padded.subarray(at + 2, headEnd).toString("utf8");
    const content = padded.subarray(headEnd + blankLine.length, next);
    const name = /^content-disposition: form-data;.*?[; ]name="([^"]*)"/im.exec(head)?.[1];
    const fileName = /^content-disposition:.*;\s*filename="([^"]*)"/im.exec(head)?.[1];
    if (name === undefined) return undefined;
    if (fileName === undefined) {
      fields.push([unescapeName(name), content.toString("utf8")]);
    } else {
      files.push({
        name: unescapeName(name),
        fileName: unescapeName(fileName),
        contentType: /^content-type: *(.*)$/im.exec(head)?.[1]?.trim() ?? "",
        bytes: Buffer.from(content),
        sha256: createHash("sha256").update(content).digest("hex"),
      });
    }
    at = next + between.length;
  }
  return { fields, files };
}

function unescapeName(name: string): string {
  return name.replaceAll("%22", '"').replaceAll("%0D", "\r").replaceAll("%0A", "\n");
}
