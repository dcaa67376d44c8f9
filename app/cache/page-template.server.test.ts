import { describe, expect, test } from "vitest";
import { createTokens, fillTemplate, createTemplate, type Tokens } from "./page-template.server";

const first: Tokens = {
  nonce: "Zmlyc3QgdmlzaXRvcg==",
  applicationId: "11111111-1111-4111-8111-111111111111",
};
const second: Tokens = {
  nonce: "c2Vjb25kIHZpc2l0b3I=",
  applicationId: "22222222-2222-4222-8222-222222222222",
};

/** A page with a title of the company's, two scripts, and a form. */
const page = ({ nonce, applicationId }: Tokens, title = "Jefa de taller en Ávila") =>
  `<title>${title}</title><script nonce="${nonce}"></script><script nonce="${nonce}"></script>` +
  `<input value="${applicationId}">`;

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test("each response has tokens of its own, wherever they stand", async () => {
  const template = await createTemplate(page(first), first, "1");
  expect(textOf(template.bytes)).not.toMatch(/Zmlyc3|1111/);
  // Two answers that are under way at the same time.
  const [one, other] = [fillTemplate(template, second), fillTemplate(template, first)];
  expect(textOf(one)).toBe(page(second));
  expect(textOf(other)).toBe(page(first));
});

test("a text that only begins like a token is left as it is", async () => {
  const title = `${first.nonce.slice(0, -1)} ${first.applicationId.slice(0, 8)} `;
  const template = await createTemplate(page(first, title), first, "1");
  expect(textOf(fillTemplate(template, second))).toBe(page(second, title));
});

test("tokens at the beginning, at the end, and side by side are found", async () => {
  const bare = ({ nonce, applicationId }: Tokens) => nonce + applicationId + nonce;
  const template = await createTemplate(bare(first), first, "1");
  expect(textOf(fillTemplate(template, second))).toBe(bare(second));
});

describe("a browser's copy", () => {
  const etagOf = async (tokens: Tokens, title: string, version: string) =>
    (await createTemplate(page(tokens, title), tokens, version)).etag;

  test("is good for as long as the page says the same, whoever it was rendered for", async () => {
    const etag = await etagOf(first, "Jefa", "1");
    expect(etag).toMatch(/^W\/"[\w+/]{24}"$/);
    expect(await etagOf(second, "Jefa", "1")).toBe(etag);
  });

  test("is not good where the page, or the build that serves it, is another", async () => {
    const before = await etagOf(first, "Jefa", "1");
    expect(await etagOf(first, "Jefe", "1")).not.toBe(before);
    expect(await etagOf(first, "Jefa", "2")).not.toBe(before);
  });
});

test("no two responses have the same tokens", () => {
  const [one, other] = [createTokens(), createTokens()];
  expect(one.nonce).not.toBe(other.nonce);
  expect(one.applicationId).not.toBe(other.applicationId);
});
