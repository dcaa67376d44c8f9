import { expect, test } from "vitest";
import { Refusal } from "../../contract/http";
import { MAX_BODY_BYTES, decodeFileName, readForm } from "./multipart";

test.each([
  ["CV %22final%22.pdf", 'CV "final".pdf'],
  ["a%0D%0Ab.pdf", "ab.pdf"],
  ["%0d=1+1;x\0\t\u0085\u202e\u200b.pdf", "=1+1;x.pdf"],
  ["100% mío %2.pdf", "100% mío %2.pdf"],
  ["Mari\u0301a 🙂.pdf", "Mari\u0301a 🙂.pdf"],
])("decodes the file name %j to %j", (sent, original) => {
  expect(decodeFileName(sent)).toBe(original);
});

const MULTIPART = { "Content-Type": "multipart/form-data; boundary=b" };
const post = (body: BodyInit, headers: Record<string, string> = MULTIPART) =>
  new Request("http://platform.test/", { method: "POST", body, headers });
const PART = '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n';
const LARGE = new Blob([PART, new Uint8Array(MAX_BODY_BYTES), "\r\n--b--\r\n"]);

test.each([
  ["a form of another content type", post(new URLSearchParams("x=1"), {}), 400],
  ["a form without its end", post(`${PART}hal`), 400],
  ["a form over the size limit", post(LARGE), 413],
  [
    "a form with a Content-Length over the limit",
    post("", { ...MULTIPART, "Content-Length": `${MAX_BODY_BYTES + 1}` }),
    413,
  ],
])("refuses %s", async (_, request, status) => {
  const error = await readForm(request, MAX_BODY_BYTES, { form: "form", tooLarge: "large" }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Refusal);
  expect(error).toMatchObject({ status, detail: status === 413 ? "large" : "form" });
});
