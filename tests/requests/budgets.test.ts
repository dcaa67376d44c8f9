import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import pieces from "../../app/application/phone/pieces.generated.json";
import { readSeed } from "../../scripts/seed-files.mjs";
import { formOf, pageOf, post } from "../support/application-form";
import { fakeClientCode, fakeClientUuid } from "../support/fake-platform-data";
import { elementsOf } from "../support/html";
import { sitesForFile } from "../support/sites-for-file";

const KB = 1024;

/** The size in bytes as the edge sends it: compressed. */
const compressed = (content: string | Buffer): number =>
  brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).byteLength;

const { platform, site } = await sitesForFile({ site: {} });

const get = async (address: string) => (await fetch(address)).text();

/** The page of every position of the example companies, in their own words, CSS and script. */
async function seededPages(): Promise<{ address: string; html: string }[]> {
  const addresses = (await readSeed()).flatMap(({ positions, file: _, ...company }) => {
    platform.client(company, company.uuid);
    return positions
      .filter(({ status }) => status === "open")
      .map(({ file: _, ...position }) => {
        platform.position(position.uuid, { ...position, client: company.uuid });
        return `/${company.code}/${position.slug}/${position.uuid}`;
      });
  });
  return Promise.all(
    addresses.map(async (address) => ({ address, html: await get(site.url + address) })),
  );
}

test("what a company's own site loads to list its positions is at most 3 KB", () => {
  expect(compressed(readFileSync("public/embed.js"))).toBeLessThanOrEqual(3 * KB);
});

describe("what a phone gets before it can show anything", () => {
  test("a position's page, with its form, its company's CSS and all, is at most 14 KB", async () => {
    const pages = await seededPages();
    expect(pages.length).toBeGreaterThan(20);
    for (const { address, html } of pages) {
      expect(compressed(html), address).toBeLessThanOrEqual(14 * KB);
    }
  });

  /**
   * The size of the page below on 2026-11-23, before positions could be found and shared (canonical
   * link, description, cards, structured data, feeds, the share button). All of it may cost 900 bytes.
   */
  const BEFORE_IT_WAS_FOUND = 8513;

  test("a career site with a hundred jobs is at most 14 KB", async () => {
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
    expect(elementsOf(html, "li").length).toBeGreaterThanOrEqual(100);
    expect(compressed(html)).toBeLessThanOrEqual(14 * KB);
  });

  test("the CSS of ours is at most 6 KB", () => {
    const sheets = JSON.parse(
      readFileSync("app/ui/styles/styles.generated.json", "utf8"),
    ) as Record<string, string>;
    for (const sheet of ["careerSite", "position"]) {
      const css = `${sheets.everywhere}${sheets[sheet]}`;
      expect(css.length).toBeGreaterThan(5000);
      expect(compressed(css)).toBeLessThanOrEqual(6 * KB);
    }
  });

  test("a page brings only the CSS that it uses", async () => {
    const [{ html } = { html: "" }] = await seededPages();
    const list = await get(`${site.url}/${fakeClientCode}/${fakeClientUuid}`);
    const privacy = await get(`${site.url}/${fakeClientCode}/${fakeClientUuid}/privacy`);
    const refused = await (
      await post(site.url + pageOf("plain"), formOf({ first_name: "" }))
    ).text();
    const gone = await get(`${site.url}/a/b/nobody-s`);
    const names = [
      ".skip-link",
      ".screen-code",
      ".job-list",
      ".choice",
      ".field-error",
      ".applied",
    ];
    const late = [".phone-countries", ".policy-dialog"];
    const styled = (page: string) =>
      [...names, ...late].filter((name) => page.includes(`${name}{`));
    expect(styled(list)).toEqual([".skip-link", ".job-list"]);
    expect(styled(html)).toEqual([".skip-link", ".choice"]);
    expect(styled(privacy)).toEqual([".skip-link", ".screen-code"]);
    expect(styled(refused)).toEqual([".skip-link", ".choice", ".field-error", ".applied"]);
    expect(styled(gone)).toEqual([".skip-link", ".screen-code"]);
  });

  test("nothing holds it up: no style sheet, font or script that blocks", async () => {
    for (const { html } of await seededPages()) {
      const links = elementsOf(html, "link").map(({ attributes }) => attributes.rel);
      expect(links).not.toContain("stylesheet");
      for (const { attributes } of elementsOf(html, "script")) {
        if (attributes.src !== undefined) expect(attributes.type).toBe("module");
      }
      expect(html).not.toMatch(/@import|@font-face/);
    }
  });
});

describe("what scripts cost", () => {
  /** What the build says of each of the browser's files (`moduleOf` in scripts/build.mjs). */
  interface Module {
    file: string;
    entryPoints: string[];
    imports: string[];
    inputs: string[];
  }
  const modules = JSON.parse(readFileSync("build/browser-modules.json", "utf8")) as Module[];
  const madeOf = (entryPoint: string) =>
    modules.find(({ entryPoints }) => entryPoints.includes(entryPoint))?.file ?? entryPoint;

  /** Some files with all that they import; without some that are there already. */
  function loaded(files: string[], before: string[] = []): string[] {
    const all = new Set(files);
    for (const file of all) {
      const module = modules.find((one) => one.file === file);
      if (!module) throw new Error(`${file} was not built`);
      for (const imported of module.imports) all.add(imported);
    }
    const there = before.length > 0 ? loaded(before) : [];
    return [...all].filter((file) => !there.includes(file));
  }

  /** What comes with a file on the line besides its content, in bytes: more than the edge's headers. */
  const HEADERS = 350;

  const costOf = (files: string[]): number =>
    files.reduce((sum, file) => sum + compressed(readFileSync(file)), 0);

  const waker = madeOf("app/entry.client.ts");
  const waiter = madeOf("app/application/form/when-wanted.ts");
  const form = madeOf("app/application/form/wake.tsx");
  const phone = madeOf("app/application/phone/phone-control.tsx");
  const wanted = [
    "app/application/upload/piecewise-upload.ts",
    "app/ui/browser/policy-dialog.ts",
  ].map(madeOf);

  /** The size in bytes of the numbering plans of one calling code. */
  function costOfPiece(dialCode: string): number {
    return compressed(readFileSync(join("public", pieces.address, `${dialCode}.json`)));
  }

  test.each([
    ["where data is saved", [waker], 2.1],
    ["on a career site", [waker, madeOf("app/career-site/wake.ts")], 4],
    ["on a position's page, for who only reads it", [waker, waiter], 5],
  ])("at most two files %s, of a few KB", (_, files, most) => {
    expect(loaded(files).length).toBeLessThanOrEqual(2);
    expect(costOf(loaded(files))).toBeLessThanOrEqual(most * KB);
  });

  test("the form's own are at most three files, and 55 KB with their headers", () => {
    const files = loaded([form], [waker, waiter]);
    expect(files.length).toBeLessThanOrEqual(3);
    expect(costOf(files) + files.length * HEADERS).toBeLessThanOrEqual(55 * KB);
  });

  test("at the first touch, for the phone field of a position in Spain", () => {
    const more = costOf(loaded([phone], [waker, waiter, form])) + costOfPiece("34");
    expect(more).toBeLessThanOrEqual(18.25 * KB);
  });

  test("when a number is typed that is of another country", () => {
    expect(costOfPiece("52")).toBeLessThanOrEqual(0.25 * KB);
    for (const dialCode of ["44", "1"]) {
      expect(costOfPiece(dialCode)).toBeLessThanOrEqual(1.5 * KB);
    }
  });

  test("when the list of countries is opened", () => {
    const list = madeOf("app/application/phone/country-listbox.tsx");
    expect(costOf(loaded([list], [waker, waiter, form, phone]))).toBeLessThanOrEqual(2 * KB);
  });

  test("in all, for an application with a phone number and a CV", () => {
    const files = loaded([waker, waiter, form, phone, ...wanted]);
    expect(costOf(files) + costOfPiece("34")).toBeLessThanOrEqual(78 * KB);
  });
});

test("the Worker is at most 1 MB", () => {
  expect(gzipSync(readFileSync("build/index.js")).byteLength).toBeLessThanOrEqual(1024 * KB);
});
