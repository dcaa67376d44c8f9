import { describe, expect, test } from "vitest";
import { messagesFor } from "~/app/i18n/messages";
import { buildForm, positionPath, createPdf, post, sha256 } from "../support/application-form";
import { fakePositions } from "../support/fake-platform";
import { findElements } from "../support/html";
import { useSharedSite } from "../support/sites-for-file";

// Tests forms that programs send but browsers do not.

const { platform, site } = await useSharedSite();

const cv = createPdf(1000);

/** Sends a form whose CV part has a given Content-Disposition. @param after an additional part */
async function sendPart(disposition: string, { type = "multipart/form-data", after = "" } = {}) {
  const form = new Response(buildForm());
  const boundary = /boundary=(.*)/.exec(form.headers.get("Content-Type") ?? "")?.[1] ?? "";
  const text = Buffer.from(await form.arrayBuffer()).toString("latin1");
  const file = `Content-Disposition: ${disposition}\r\n\r\n${cv.toString("latin1")}`;
  const part = after === "" ? file : `${file}\r\n--${boundary}\r\n${after}`;
  const body = text.replace(/Content-Disposition: form-data; name="cv"[^]*?(?=\r\n--)/, () => part);
  expect(body).toContain(part);
  return fetch(site.url + positionPath("plain"), {
    method: "POST",
    body: Buffer.from(body, "latin1"),
    headers: { "Content-Type": `${type}; boundary=${boundary}` },
    redirect: "manual",
  });
}

describe("a file part", () => {
  test.each([
    ["only an extended file name", `form-data; name="cv"; filename*=UTF-8''cv.pdf`],
    ["an unquoted file name", 'form-data; name="cv"; filename=cv.pdf'],
    ["no file name", 'form-data; name="cv"'],
  ])("leads to an error next to the field if it has %s", async (_, disposition) => {
    const response = await sendPart(disposition);
    expect(response.status).toBe(422);
    const html = await response.text();
    const error = findElements(html, "p").find(({ attributes }) => attributes.id === "cv-error");
    expect(error?.text).toBe(messagesFor("es-es")["error.cv_not_read"]);
    expect(html).toContain('value="María José"');
    expect(platform.applications).toEqual([]);
  });
});

test("an invalid form sent to an invalid receipt URL is returned for correction", async () => {
  const address = `${site.url}${positionPath("plain")}?receipt=none`;
  const response = await post(address, buildForm({ last_name: "" }));
  const html = await response.text();
  const fields = findElements(html, "input").map(({ attributes: { name, value } }) => [
    name,
    value,
  ]);
  expect([response.status, Object.fromEntries(fields)]).toMatchObject([
    422,
    { first_name: "María José" },
  ]);
});

test("an empty file field after a file is ignored", async () => {
  const empty = 'Content-Disposition: form-data; name="cv"; filename=""\r\n\r\n';
  const response = await sendPart('form-data; name="cv"; filename="cv.pdf"', { after: empty });
  expect(response.status).toBe(303);
  expect(platform.applications[0]?.cv?.sha256).toBe(sha256(cv));
});

test.each(["\\acme", "\\\\acme", "a\\b"])(
  "a company with the code %s can receive applications",
  async (code) => {
    platform.client({ code });
    const page = `/${encodeURIComponent(code)}/a-position/${fakePositions.plain}`;
    const html = await (await fetch(site.url + page)).text();
    const [form] = findElements(html, "form").filter(
      ({ attributes }) => attributes.method === "post",
    );
    const { href } = new URL(
      form?.attributes.action?.replaceAll("&amp;", "&") ?? "",
      site.url + page,
    );
    const sent = await post(href, buildForm());
    expect(sent.status).toBe(303);
    const receipt = await fetch(new URL(sent.headers.get("Location") ?? "", site.url));
    expect(receipt.status).toBe(200);
    expect(await receipt.text()).toContain("receipt-rows");
    expect(platform.applications).toHaveLength(1);
  },
);
