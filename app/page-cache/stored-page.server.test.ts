import { expect, test } from "vitest";
import { formatPage, parsePage } from "./stored-page.server";

const page = {
  template: {
    bytes: new TextEncoder().encode("<p>\n{}</p>"),
    places: { nonce: [1], applicationId: [2, 3] },
    sources: [{ at: 4, as: "&" as const }],
    etag: 'W/"a"',
  },
  ...{ clientUuid: "c1", readAt: 1, checkedAt: 2, viewedAt: 3 },
};
const store = async (text = (all: string) => all) =>
  new TextEncoder().encode(text(await formatPage("k", page).text())).buffer;

test("returns a stored page", async () => {
  expect(parsePage("k", await store())).toEqual(page);
});

test.each<[what: string, key: string, change: (all: string) => string]>([
  ["under another key", "other", (all) => all],
  ["that is incomplete", "k", (all) => all.slice(0, -1)],
  ["with more bytes", "k", (all) => `${all}x`],
  ["of an unknown version", "k", (all) => all.replace('"version":2', '"version":3')],
  ["without its first line", "k", (all) => all.slice(all.indexOf("\n"))],
  ["that is empty", "k", () => ""],
])("rejects a page %s", async (_, key, change) => {
  const stored = await store(change);
  expect(() => parsePage(key, stored)).toThrow();
});
