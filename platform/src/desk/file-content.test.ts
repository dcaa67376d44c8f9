import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { findPdfContent, findShownType } from "./file-content";

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));

test.each([
  ["%PDF-1.7", "application/pdf"],
  ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "image/png"],
  ["\xff\xd8\xff\xe0", "image/jpeg"],
  ["GIF89a<script>", "image/gif"],
  ["RIFF\x1a\0\0\0WEBPVP8 ", "image/webp"],
  [" %PDF-1.7", undefined],
  ["%PDF-<script>", undefined],
  ["<svg onload=alert(1)>", undefined],
  ["RIFF\x1a\0\0\0AVI LIST", undefined],
  ["\x89PNG\n", undefined],
  ["", undefined],
])("for a file that begins with %j, finds the type %s", (start, type) => {
  expect(findShownType(bytes(start))).toBe(type);
});

const objects = (text: string, dictionary = "/Type/ObjStm/Filter/FlateDecode", rest = "") =>
  `1 0 obj<<${dictionary}>>stream\n${deflateSync(text).toString("latin1")}${rest}\nendstream`;

const hex = (text: string) => deflateSync(text).toString("hex").replaceAll(/../g, "$& ");

test.each<[string, string[]]>([
  ["<</Type/Catalog/OpenAction[3 0 R/XYZ null null 0]>>", []],
  ["<</OpenAction 5 0 R>>", ["action"]],
  ["<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>", ["script", "action"]],
  ["<</S/J#61vaScript>>", ["script"]],
  ["<</JS 12 0 R>>", ["script"]],
  ["<</AA <</O 5 0 R>>>>", ["action"]],
  ["<</S/Launch/F(cmd.exe)>>", ["launch"]],
  ["<</S/SubmitForm/F(https://evil.example)>>", ["form"]],
  ["<</AcroForm<</Fields[]/XFA 12 0 R>>>>", ["form"]],
  ["<</Names<</EmbeddedFiles 9 0 R>>>>", ["attachment"]],
  ["<</Subtype/RichMedia>>", ["media"]],
  ["trailer<</Encrypt 7 0 R>>", ["encrypted"]],
  [objects("<</S/JavaScript>>"), ["script"]],
  [`${objects("<</Type/Page>>")}${objects("<</Type/EmbeddedFile>>")}`, ["attachment"]],
  [objects("<</S/Launch>>").slice(0, -12), ["launch"]],
  [objects("1 0 <</S/JavaScript>>", "/Type/Obj#53tm"), ["script"]],
  [objects("1 0 <</S/JavaScript>>", "/Type/ObjStm").replace("stream\n", "stream\r"), ["script"]],
  [objects("1 0 <</S/JavaScript>>", "/Type/ObjStm", " and more"), ["script"]],
  [
    objects("1 0 <</S/J#61v#61Script>>").replace(/.{4}\nendstream$/s, "0000\nendstream"),
    ["script"],
  ],
  ["<</Type/ObjStm>>stream\n1 0 2 9 <</Type/Page>> null\nendstream", []],
  ["<</Type/ObjStm>>stream\n\nendstream", []],
  ["<</Type/ObjStm>>stream\nnot deflated\nendstream", ["unchecked"]],
  [
    `<</Type/ObjStm/Filter/ASCIIHexDecode>>stream\n${hex("<</S/Launch>>")}>endstream`,
    ["unchecked"],
  ],
  [objects("\x021\xef", "/Type/ObjStm/DecodeParms<</Predictor 12>>"), ["unchecked"]],
  [objects("<</S/Launch>>", `/Type/ObjStm${" ".repeat(2000)}`), ["unchecked"]],
  ["/ObjStm".repeat(501), ["unchecked"]],
  [objects("/JavaScripts /Launchpad /AArdvark /JSON"), []],
])("finds the contents of a PDF other than pages: %j", async (text, found) => {
  expect(await findPdfContent(bytes(`%PDF-1.7\n${text}`))).toEqual(found);
});

test("inflates a bomb only up to a limit", async () => {
  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024)).toString("latin1");
  const stream = `/ObjStm>>stream\n${bomb}\nendstream`;
  expect(await findPdfContent(bytes(`%PDF-1.7\n${stream}${stream}`))).toEqual(["unchecked"]);
});

test("does not inflate an endless stream repeatedly", async () => {
  const endless = "/ObjStm stream\n".padEnd(3 * 1024 * 1024, "/ObjStm stream\n");
  expect(await findPdfContent(bytes(`%PDF-1.7\n${endless}`))).toEqual(["unchecked"]);
});
