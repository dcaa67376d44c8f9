import { expect, test } from "vitest";
import { BadForm, MAX_BODY_BYTES, originalFileName, readForm } from "./multipart";

test.each([
  ["CV %22final%22.pdf", 'CV "final".pdf'],
  ["a%0D%0Ab.pdf", "ab.pdf"],
  ["%0d=1+1;x\0\t\u0085\u202e.pdf", "=1+1;x.pdf"],
  ["100% mío %2.pdf", "100% mío %2.pdf"],
  ["Mari\u0301a 🙂.pdf", "Mari\u0301a 🙂.pdf"],
])("the file name %j was %j", (sent, original) => {
  expect(originalFileName(sent)).toBe(original);
});

const post = (body: BodyInit, type = "multipart/form-data; boundary=b") =>
  new Request("http://platform.test/", { method: "POST", body, headers: { "Content-Type": type } });

test.each([
  ["that is no multipart", post("{}", "application/json"), false],
  ["that is cut short", post('--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nhal'), false],
  ["that is too large", post(new Uint8Array(MAX_BODY_BYTES + 1)), true],
])("a form %s is a BadForm", async (_, request, tooLarge) => {
  const error = await readForm(request).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BadForm);
  expect(error).toHaveProperty("tooLarge", tooLarge);
});
