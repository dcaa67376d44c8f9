import { expect, test } from "vitest";
import { Refusal } from "../../contract/http";
import { MAX_BODY_BYTES, originalFileName, readForm } from "./multipart";

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
  ["that is no multipart", post("{}", "application/json"), 400],
  ["that is cut short", post('--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nhal'), 400],
  ["that is too large", post(new Uint8Array(MAX_BODY_BYTES + 1)), 413],
])("a form %s is refused", async (_, request, status) => {
  const error = await readForm(request, MAX_BODY_BYTES, { form: "form", tooLarge: "large" }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Refusal);
  expect(error).toMatchObject({ status, detail: status === 413 ? "large" : "form" });
});
