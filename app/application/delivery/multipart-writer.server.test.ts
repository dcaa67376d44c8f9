import { afterEach, describe, expect, test, vi } from "vitest";

import { encodeMultipart, multipartBody, type StreamableFile } from "./multipart-writer.server";

afterEach(() => void vi.unstubAllGlobals());

function file(chunks: Uint8Array[], overrides: Partial<StreamableFile> = {}): StreamableFile {
  return {
    fileName: "cv.pdf",
    contentType: "application/pdf",
    size: chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0),
    async *stream() {
      yield* chunks;
    },
    ...overrides,
  };
}

const bytes = (text: string) => new TextEncoder().encode(text);

async function readBody(encoded: ReturnType<typeof encodeMultipart>): Promise<Buffer> {
  return Buffer.from(await new Response(multipartBody(encoded).body).arrayBuffer());
}

describe("encodeMultipart and multipartBody", () => {
  test("encode names, values, file names and contents", async () => {
    const fileName = 'cv "ñ" \\ 😀 100%22\r\n.pdf';
    const encoded = encodeMultipart(
      {
        fields: [
          ["first_name", "María José"],
          ['a"b\r\nc', "😀\nñ"],
        ],
        files: [{ name: "cv", content: file([bytes("%PDF"), bytes("-1.7\r\n")], { fileName }) }],
      },
      "X",
    );
    expect(encoded.contentType).toBe("multipart/form-data; boundary=X");
    expect((await readBody(encoded)).toString()).toBe(
      [
        ...["--X", 'Content-Disposition: form-data; name="first_name"', "", "María José"],
        ...["--X", 'Content-Disposition: form-data; name="a%22b%0D%0Ac"', "", "😀\nñ", "--X"],
        'Content-Disposition: form-data; name="cv"; filename="cv %22ñ%22 \\ 😀 100%22%0D%0A.pdf"',
        ...["Content-Type: application/pdf", "", "%PDF-1.7\r\n", "--X--", ""],
      ].join("\r\n"),
    );
  });

  test.each([
    ["image/jpeg", "image/jpeg"],
    ["", "application/octet-stream"],
    ["a/b\r\nX-Evil: 1", "application/octet-stream"],
  ])("write the content type %j as %j", async (contentType, written) => {
    const content = file([bytes("x")], { contentType });
    const body = await readBody(encodeMultipart({ fields: [], files: [{ name: "cv", content }] }));
    expect(body.toString()).toContain(`\r\nContent-Type: ${written}\r\n\r\nx\r\n`);
  });

  test.each([
    ["no file", undefined],
    ["an empty file", file([])],
    ["a file with every byte value", file([Uint8Array.from({ length: 256 }, (_, index) => index)])],
  ])("declare the exact length with %s", async (_, content) => {
    const encoded = encodeMultipart({
      fields: [["last_name", "O'Neill Núñez 😀"]],
      ...(content && { files: [{ name: "cv", content }] }),
    });
    expect((await readBody(encoded)).byteLength).toBe(encoded.length);
  });

  test.each([
    ["shorter", 4],
    ["longer", 2],
  ])("fail and log an error when the file is %s than its declared %d bytes", async (_, size) => {
    const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const content = file([bytes("abc")], { size });
    const encoded = encodeMultipart({ fields: [], files: [{ name: "cv", content }] });
    await expect(readBody(encoded)).rejects.toThrow("The file does not have its declared size");
    expect(consoleError).toHaveBeenCalledOnce();
    consoleError.mockRestore();
  });

  test("cancel the file stream when the body is cancelled", async () => {
    const cancel = vi.fn();
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
      controller.enqueue(bytes("x"));
    const content = file([], { size: 1000, stream: () => new ReadableStream({ pull, cancel }) });
    const { body, whenSent } = multipartBody(
      encodeMultipart({ fields: [], files: [{ name: "cv", content }] }),
    );
    const reader = body.getReader();
    await reader.read();
    await reader.read();
    await reader.cancel();
    await expect(whenSent).rejects.toThrow();
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("use FixedLengthStream if the runtime supports it", async () => {
    const lengths: number[] = [];
    class FixedLengthStream extends TransformStream {
      constructor(length: number) {
        super();
        lengths.push(length);
      }
    }
    vi.stubGlobal("FixedLengthStream", FixedLengthStream);
    const encoded = encodeMultipart({ fields: [["a", "b"]] });
    expect((await readBody(encoded)).byteLength).toBe(encoded.length);
    expect(lengths).toEqual([encoded.length]);
  });
});
