import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { scripts } from "~/app/ui/page/scripts.generated.json";
import { readExamples } from "../support/examples";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform-data";
import { findElements } from "../support/html";
import { useSharedSite } from "../support/sites-for-file";

const KB = 1024;

/** Returns the size in bytes after Brotli compression. */
const compressedSize = (content: string | Buffer): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).byteLength;

const { platform, site } = await useSharedSite();

const get = async (address: string) => (await fetch(address)).text();

async function getExamplePages(): Promise<{ address: string; html: string }[]> {
  const addresses = (await readExamples()).flatMap(({ positions, ...company }) => {
    platform.client(company, company.uuid);
    return positions
      .filter(({ status }) => status === "open")
      .map((position) => {
        platform.position(position.uuid, { ...position, client: company.uuid });
        return `/${company.code}/${position.slug}/${position.uuid}`;
      });
  });
  return Promise.all(
    addresses.map(async (address) => ({ address, html: await get(site.url + address) })),
  );
}

test("embed.js is at most 3 KB after compression", () => {
  expect(compressedSize(readFileSync("public/embed.js"))).toBeLessThanOrEqual(3 * KB);
});

describe("the bytes before the first render", () => {
  test("are at most 14 KB for a position page [11.07]", async () => {
    const pages = await getExamplePages();
    expect(pages.length).toBeGreaterThan(20);
    for (const { address, html } of pages) {
      expect(compressedSize(html), address).toBeLessThanOrEqual(14 * KB);
    }
  });

  test("are at most 14 KB for a career site with 100 jobs", async () => {
    const jobs = Array.from({ length: 100 }, (_, index) => ({
      uuid: `0a1b2c3d-0000-4000-8000-${String(index * 7919).padStart(12, "0")}`,
      name: `Técnica de mantenimiento número ${index}`,
      location: ["Bilbao", "Madrid", "Puebla"][index % 3],
      contract_type: "Indefinido",
      join_date: `2026-09-${String((index % 28) + 1).padStart(2, "0")}`,
    }));
    platform.on("positions").answer({ body: jobs });
    const html = await get(`${site.url}/${fakeClientCode}/${fakeClientUuid}`);
    platform.reset();
    expect(findElements(html, "li").length).toBeGreaterThanOrEqual(100);
    expect(compressedSize(html)).toBeLessThanOrEqual(14 * KB);
  });

  test("include no render-blocking style sheet, font or script", async () => {
    for (const { html } of await getExamplePages()) {
      const links = findElements(html, "link").map(({ attributes }) => attributes.rel);
      expect(links).not.toContain("stylesheet");
      for (const { attributes } of findElements(html, "script")) {
        if (attributes.src !== undefined) expect(attributes.type).toBe("module");
      }
      expect(html).not.toMatch(/@import|@font-face/);
    }
  });
});

describe("scripts", () => {
  function collectImports(names: string[]): string[] {
    const files = new Set(names);
    for (const file of files) {
      const code = readFileSync(`public${scripts}${file}`, "utf8");
      for (const [, name = ""] of code.matchAll(/(?:from|import)"\.\/([\w.-]+)"/g)) files.add(name);
    }
    return [...files];
  }

  const READER = ["entry.js", "on-demand.js"];
  const APPLICANT = [...READER, "hydrate.js", "phone-control.js", "policy-dialog.js"];

  test.each([
    ["a reader of a position", READER, 2, 5],
    ["a reader of a career site", ["entry.js", "start.js"], 2, 5],
    // The numbering plan is a separate request and is not counted here.
    ["an applicant with a phone number and a CV", APPLICANT, 5, 85],
  ])("for %s are few and small", (_, entryPoints, requests, maxKb) => {
    const files = collectImports(entryPoints);
    expect(files.length).toBeLessThanOrEqual(requests);
    const bytes = files.reduce(
      (sum, file) => sum + compressedSize(readFileSync(`public${scripts}${file}`)),
      0,
    );
    expect(bytes).toBeLessThanOrEqual(maxKb * KB);
  });

  test("load numbering plans of at most 1.5 KB each", () => {
    for (const dialCode of ["34", "52", "44", "1"]) {
      const file = `public${scripts}plans/${dialCode}.json`;
      expect(compressedSize(readFileSync(file)), dialCode).toBeLessThanOrEqual(1.5 * KB);
    }
  });
});

test("the Worker is at most 1 MB after compression", () => {
  expect(gzipSync(readFileSync("build/index.js")).byteLength).toBeLessThanOrEqual(1024 * KB);
});
