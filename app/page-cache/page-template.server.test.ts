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

const page = ({ nonce, applicationId }: Tokens, title = "Jefa de taller en Ávila") =>
  `<title>${title}</title><script nonce="${nonce}"></script><script nonce="${nonce}"></script>` +
  `<input value="${applicationId}">`;

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test("fills in the tokens of each response", async () => {
  const template = await createTemplate(page(first), first, "1");
  expect(decode(template.bytes)).not.toMatch(/Zmlyc3|1111/);
  const [withSecond, withFirst] = [fillTemplate(template, second), fillTemplate(template, first)];
  expect(decode(withSecond)).toBe(page(second));
  expect(decode(withFirst)).toBe(page(first));
});

test("does not change text that merely begins like a token", async () => {
  const title = `${first.nonce.slice(0, -1)} ${first.applicationId.slice(0, 8)} `;
  const template = await createTemplate(page(first, title), first, "1");
  expect(decode(fillTemplate(template, second))).toBe(page(second, title));
});

test("finds adjacent tokens, and tokens at the start and end", async () => {
  const bare = ({ nonce, applicationId }: Tokens) => nonce + applicationId + nonce;
  const template = await createTemplate(bare(first), first, "1");
  expect(decode(fillTemplate(template, second))).toBe(bare(second));
});

describe("the ETag", () => {
  const createEtag = async (tokens: Tokens, title: string, version: string) =>
    (await createTemplate(page(tokens, title), tokens, version)).etag;

  test("does not depend on the tokens", async () => {
    const etag = await createEtag(first, "Jefa", "1");
    expect(etag).toMatch(/^W\/"[\w+/]{24}"$/);
    expect(await createEtag(second, "Jefa", "1")).toBe(etag);
  });

  test("differs between two pages and between two builds", async () => {
    const before = await createEtag(first, "Jefa", "1");
    expect(await createEtag(first, "Jefe", "1")).not.toBe(before);
    expect(await createEtag(first, "Jefa", "2")).not.toBe(before);
  });
});

test("creates different tokens each time", () => {
  const [tokens, newTokens] = [createTokens(), createTokens()];
  expect(tokens.nonce).not.toBe(newTokens.nonce);
  expect(tokens.applicationId).not.toBe(newTokens.applicationId);
});
