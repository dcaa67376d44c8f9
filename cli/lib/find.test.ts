import { expect, test } from "vitest";
import type { JobWithDescription } from "~/contract/admin";
import { findJob } from "../job/jobs";
import { findCompany, type Platform } from "./platform";

const companies = [
  { uuid: "c2a9d7e4-1b36-4f58-8e02-7a4c9b0d6f10", code: "acme-foods" },
  { uuid: "0f0230b8-5f38-4d1b-a0a2-70c7f6fe612c", code: "acme" },
];
// `findCompany` reads only the company list.
const platform = { read: () => Promise.resolve({ companies }) } as unknown as Platform;

test.each([
  ["acme-foods", 0],
  ["Acme\u2011Foods\u00a0", 0],
  ["acme–foo\u00adds", 0],
  ["C2A9D7E4-1B36-4F58-8E02-7A4C9B0D6F10", 0],
  ["ＡＣＭＥ", 1],
])("findCompany finds %j", async (which, index) => {
  expect(await findCompany(platform, which)).toBe(companies[index]);
});

test("findCompany refuses an unknown code", async () => {
  await expect(findCompany(platform, "acmefoods")).rejects.toThrow("has no company acmefoods");
});

// `findJob` uses only these properties.
const jobs = [
  { uuid: "0db0b201-df40-4a01-875d-ffd020005fcd", slug: "line-cook", identifier: "2026-1/Ä" },
  { uuid: "1db0b201-df40-4a01-875d-ffd020005fcd", slug: "baker" },
] as JobWithDescription[];

test.each([
  ["line\u2010cook", 0],
  ["2026–1/ä", 0],
  ["1DB0B201-DF40-4A01-875D-FFD020005FCD", 1],
])("findJob finds %j", (which, index) => {
  expect(findJob(jobs, which, "acme")).toBe(jobs[index]);
});

test.each(["", "\u200b", "cook"])("findJob finds no job for %j", (which) => {
  expect(() => findJob(jobs, which, "acme")).toThrow("acme has no job");
});
