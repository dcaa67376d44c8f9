import { describe, expect, test } from "vitest";
import { messagesFor } from "../../app/i18n/messages";
import { formOf, pageOf, pdfOf, post, sha256 } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { elementsOf } from "../support/html";
import { sitesForFile } from "../support/sites-for-file";

// Forms that no browser sends, but programs do.

const { platform, site } = await sitesForFile({ site: {} });

const cv = pdfOf(1000);

/** Sends the form of a position that wants no CV, with the part for one written in some way. */
async function sendWritten(
  disposition: string,
  { type = "multipart/form-data", behind = "" } = {},
) {
  const form = new Response(formOf());
  const boundary = /boundary=(.*)/.exec(form.headers.get("Content-Type") ?? "")?.[1] ?? "";
  const written = Buffer.from(await form.arrayBuffer()).toString("latin1");
  const file = `Content-Disposition: ${disposition}\r\n\r\n${cv.toString("latin1")}`;
  const part = behind === "" ? file : `${file}\r\n--${boundary}\r\n${behind}`;
  const body = written.replace(
    /Content-Disposition: form-data; name="cv"[^]*?(?=\r\n--)/,
    () => part,
  );
  expect(body).toContain(part);
  return fetch(site.url + pageOf("plain"), {
    method: "POST",
    body: Buffer.from(body, "latin1"),
    headers: { "Content-Type": `${type}; boundary=${boundary}` },
    redirect: "manual",
  });
}

describe("a form whose file can't be read says so at the field, and sends nothing:", () => {
  test.each([
    ["a name in another writing alone", `form-data; name="cv"; filename*=UTF-8''cv.pdf`],
    ["a name without quotes", 'form-data; name="cv"; filename=cv.pdf'],
    ["a file in place of a field's text", 'form-data; name="cv"'],
  ])("%s", async (_, disposition) => {
    const response = await sendWritten(disposition);
    expect(response.status).toBe(422);
    const html = await response.text();
    const fault = elementsOf(html, "p").find(({ attributes }) => attributes.id === "cv-error");
    expect(fault?.text).toBe(messagesFor("es-es")["error.cv_not_read"]);
    expect(html).toContain('value="María José"');
    expect(platform.applications).toEqual([]);
  });
});

test("a form with a mistake, sent to what is no receipt's address, comes back as it was", async () => {
  const address = `${site.url}${pageOf("plain")}?receipt=none`;
  const response = await post(address, formOf({ last_name: "" }));
  const html = await response.text();
  const fields = elementsOf(html, "input").map(({ attributes: { name, value } }) => [name, value]);
  expect([response.status, Object.fromEntries(fields)]).toMatchObject([
    422,
    { first_name: "María José" },
  ]);
});

test("an empty file field behind a file takes nothing away", async () => {
  const empty = 'Content-Disposition: form-data; name="cv"; filename=""\r\n\r\n';
  const response = await sendWritten('form-data; name="cv"; filename="cv.pdf"', { behind: empty });
  expect(response.status).toBe(303);
  expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv));
});

test.each(["\\acme", "\\\\acme", "a\\b"])(
  "a company called %s takes applications",
  async (code) => {
    platform.client({ code });
    const page = `/${encodeURIComponent(code)}/a-position/${fakePositions.plain}`;
    const html = await (await fetch(site.url + page)).text();
    const [form] = elementsOf(html, "form").filter(
      ({ attributes }) => attributes.method === "post",
    );
    const { href } = new URL(
      form?.attributes.action?.replaceAll("&amp;", "&") ?? "",
      site.url + page,
    );
    const sent = await post(href, formOf());
    expect(sent.status).toBe(303);
    const receipt = await fetch(new URL(sent.headers.get("Location") ?? "", site.url));
    expect(receipt.status).toBe(200);
    expect(await receipt.text()).toContain("receipt-rows");
    expect(platform.applications).toHaveLength(1);
  },
);
