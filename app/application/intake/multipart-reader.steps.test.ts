import { expect, test } from "vitest";
import { countSteps } from "~/tests/support/count-steps";
import { chunkedBody } from "~/tests/support/multipart-form";
import { realFile } from "~/tests/support/worst-files";
import { MalformedFormError, readMultipart } from "./multipart-reader.server";

const SIZE = 3_000_000;

type Part = [disposition: string, content: Buffer | string];

/** Counts the steps of reading a form of about `SIZE` bytes. */
function countForm(boundary: string, parts: Part[]): Promise<number> {
  const body = Buffer.concat([
    ...parts.flatMap(([disposition, content]) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const chunks = [];
  for (let i = 0; i < body.length; i += 65_536) {
    chunks.push(new Uint8Array(body.subarray(i, i + 65_536)));
  }
  const request = new Request("https://site.example/", {
    method: "POST",
    body: chunkedBody(chunks),
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` },
    // Node requires `duplex`, which the Workers' types lack.
    ...{ duplex: "half" },
  });
  return countSteps(async () => {
    try {
      for await (const event of readMultipart(request)) void event;
    } catch (error) {
      if (!(error instanceof MalformedFormError)) throw error;
    }
  });
}

const FILE = 'name="cv"; filename="cv.pdf"';
const BROWSER = "----WebKitFormBoundaryAbCdEfGh01234567";
const file = (text: string, size = SIZE): Part[] => [[FILE, Buffer.alloc(size, text)]];

test.each<[string, string, Part[]]>([
  ["line breaks", BROWSER, file("\r\n")],
  ["carriage returns", BROWSER, file("\r")],
  ["starts of boundaries", BROWSER, file(`\r\n--${BROWSER.slice(0, -1)}`)],
  ["starts of one-byte boundaries", "x", file("\r\n--")],
  ["false boundaries", "x", file("\r\n--x!")],
  ["1,000 parts", "x", Array<Part>(1000).fill(['name="a"', ""])],
  ["many fields", BROWSER, Array<Part>(48).fill(['name="a"', "\r".repeat(60_000)])],
  ["long headers", "x", Array<Part>(20).fill([`name="a"${';b="c'.repeat(3000)}`, ""])],
  ["long headers with escaped quotes", "x", Array<Part>(20).fill(['\\"'.repeat(8000), ""])],
])("reads a form with %s in at most ten times the usual steps", async (_, boundary, parts) => {
  const cv: Part[] = [[FILE, await realFile("pdf", SIZE)]];
  const names = ["first_name", "last_name", "phone", "question-0", "privacy_policy"];
  const fields = names.map((name): Part => [`name="${name}"`, "Ana"]);
  const real = await countForm(BROWSER, [...fields, ...cv]);
  expect((await countForm(boundary, parts)) / real).toBeLessThanOrEqual(10);
});
