import { describe, expect, test } from "vitest";
import { announcement } from "./index-now.server";

const settings = {
  INDEXNOW_KEY: "a-key-of-ours",
  INDEXNOW_URL: "https://engines.example/indexnow",
};
const hrefs = ["https://jobs.example/acme/a/p1", "https://jobs.example/acme/c1"];

describe("what search engines are told", () => {
  test("names the host, the key with its file at the root, and the addresses", () => {
    expect(announcement(hrefs, settings)).toEqual({
      host: "jobs.example",
      key: "a-key-of-ours",
      keyLocation: "https://jobs.example/a-key-of-ours.txt",
      urlList: hrefs,
    });
  });

  test.each([
    ["without a key", hrefs, { ...settings, INDEXNOW_KEY: undefined }],
    ["of no address", [], settings],
    ["of a site that is not public", ["http://localhost:8787/acme/c1"], settings],
  ])("is nothing %s", (_, changed, said) => {
    expect(announcement(changed, said)).toBeUndefined();
  });

  test("is told to a stand-in on this machine of any site", () => {
    const standIn = { ...settings, INDEXNOW_URL: "http://127.0.0.1:9999/indexnow" };
    expect(announcement(["http://localhost:8787/acme/c1"], standIn)?.host).toBe("localhost:8787");
  });

  test("is at most ten thousand addresses, of one host", () => {
    const many = Array.from({ length: 10_001 }, (_, n) => `https://jobs.example/a/b/${n}`);
    expect(announcement(many, settings)?.urlList).toHaveLength(10_000);
    const others = [...hrefs, "https://other.example/a", "https://jobs.example.evil/a"];
    expect(announcement(others, settings)?.urlList).toEqual(hrefs);
  });
});
