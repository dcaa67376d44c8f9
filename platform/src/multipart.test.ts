import { expect, test } from "vitest";
import { MAX_FILES_BODY_BYTES, decodeFileName, readForm } from "./multipart";

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
const LARGE = new Blob([PART, new Uint8Array(MAX_FILES_BODY_BYTES), "\r\n--b--\r\n"]);

test.each([
  ["a form of another content type", post(new URLSearchParams("x=1"), {}), false],
  ["a form without its end", post(`${PART}hal`), false],
  ["a form over the size limit", post(LARGE), true],
  [
    "a form with a Content-Length over the limit",
    post("", { ...MULTIPART, "Content-Length": `${MAX_FILES_BODY_BYTES + 1}` }),
    true,
  ],
])("does not return %s", async (_, request, isTooLarge) => {
  const { form, bytes } = await readForm(request);
  expect(form).toBeUndefined();
  expect(bytes > MAX_FILES_BODY_BYTES).toBe(isTooLarge);
});

test("counts the bytes of a form", async () => {
  const whole = `${PART}y\r\n--b--\r\n`;
  const { form, bytes } = await readForm(post(whole));
  expect(form?.get("x")).toBe("y");
  expect(bytes).toBe(whole.length);
});
