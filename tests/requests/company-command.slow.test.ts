import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startEmbeddedSite, type EmbeddedSite } from "../support/embedded-site";
import { puerta, puertaAtTerminal } from "../support/puerta-command";

let folder: string;
let site: EmbeddedSite;
const company = (...args: string[]) => puerta(["company", ...args]);
const pathTo = (...names: string[]) => join(folder, ...names);
const where = () => ["--persist-to", site.state];

describe("with a separate site", () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "puerta-company-"));
    site = await startEmbeddedSite({ examples: false });
  });
  afterEach(async () => {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("puerta company update --watch updates the pages of a running site when files change", async () => {
    expect((await company("list", ...where())).stdout).toContain("No companies yet");
    const files = pathTo("acme");
    const created = await company(
      ...["new", "--name", "Acme", "--country", "es", "--color", "0f5c4a", "--slug", "my-acme"],
      ...["--logo", "https://acme.example/logo.svg", "--about", "Sillas.", "--folder", files],
      ...where(),
    );
    const listed = await company("list", "--json", ...where());
    expect(JSON.parse(listed.stdout)).toMatchObject([{ name: "Acme", code: "my-acme", open: 1 }]);
    expect(created.stdout).not.toContain("npx puerta start");
    const url = site.url + (/\/my-acme\/[\da-f-]{36}/.exec(created.stdout)?.[0] ?? "");
    const page = async (path = "") => (await fetch(url + path)).text();
    expect(await page()).toContain("https://acme.example/logo.svg");
    expect(await page()).toContain("#0f5c4a");

    const example = join(files, "jobs", "example.md");
    const text = await readFile(example, "utf8");
    await writeFile(example, text.replace("Administración", "Otra"));
    const another = join(files, "jobs", "another.md");
    const otherId = (_: string, digit: string) => `id: ${digit === "0" ? "1" : "0"}`;
    await writeFile(another, text.replace(/^id: (.)/m, otherId).replace("Administración", "Nuevo"));
    const watching = puertaAtTerminal("company", "update", files, "--watch", ...where());
    try {
      await watching.answer("Watching", "");
      expect(watching.printed()).toContain("1 job added.");
      expect(await page()).toMatch(/Nuevo \(ejemplo\)/);
      expect(await page()).not.toMatch(/Otra \(ejemplo\)/);

      await writeFile(join(files, "brand.css"), ":root { --accent: #123456; ");
      await watching.answer('brand.css:1: Expected "}"', "");
      expect(await page()).toContain("--accent: #123456");
      await writeFile(join(files, "privacy.md"), "");
      await watching.answer("privacy.md: is empty", "");
      await writeFile(join(files, "privacy.md"), "Sin huecos.");
      await expect.poll(() => page("/privacy")).toContain("Sin huecos.");
    } finally {
      watching.stop();
    }
    expect((await company("check", files)).code).toBe(0);

    const duplicate = await company("new", "--name", "My Acme", "--country", "gb", ...where());
    expect(duplicate).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Choose another with --slug") as string,
    });
    const cancelled = puertaAtTerminal("company", "delete", "my-acme", ...where());
    await cancelled.answer("Delete Acme (my-acme), its 2 jobs and 0 applications?", "n");
    expect(await cancelled.ended).toBe(1);
    expect(cancelled.printed()).toContain("Nothing was changed.");
    await company("delete", "my-acme", "--yes", ...where());
    expect((await fetch(url)).status).toBe(404);
  }, 300_000);

  test("puerta company creates a company interactively and deletes it while the site is stopped", async () => {
    await site.kill();
    const terminal = puertaAtTerminal("company", "new", "--folder", pathTo("crumb"), ...where());
    await terminal.answer("Name of the company", "Crumb & Co\r");
    await terminal.answer("Country (such", "Narnia\r");
    await terminal.answer("Narnia is not a country", "\x7f\x7f\x7f\x7f\x7f\x7funited kingdom\r");
    for (const question of [
      "Language (",
      "Colour of",
      "Logo: file",
      "Wide picture",
      "How do you",
    ]) {
      await terminal.answer(question, "\r");
    }
    await terminal.answer("About the", "\r");
    expect(await terminal.ended).toBe(0);
    expect(terminal.printed()).toContain("Crumb & Co accepts no applications yet");
    expect(terminal.printed()).toContain("npx puerta start");
    const facts: unknown = JSON.parse(await readFile(pathTo("crumb", "company.json"), "utf8"));
    const expected = {
      name: "Crumb & Co",
      code: "crumb-co",
      country: "GB",
      language_default: "en",
    };
    expect(facts).toMatchObject({ ...expected, description: "", logo: null });
    expect(await readFile(pathTo("crumb", "brand.css"), "utf8")).toContain("--accent: #1f4f82");

    const deleted = await company("delete", "crumb-co", "--yes", ...where());
    expect(deleted).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Deleted Crumb & Co") as string,
    });
  }, 300_000);
});

test.each([
  [["new", "--country", "gb"], "Add --name."],
  [["new", "--name", "X", "--country", "xx"], "xx is not a country. Write it as de or Germany."],
  [["new", "--name", "X", "--country", "gb", "--logo", "a.pdf"], "Use a .svg"],
  [["new", "--name", "!", "--country", "gb"], "Add --slug"],
  [["check", "nowhere"], "There is no company.json in nowhere"],
  [["check"], "Missing required argument 'company'"],
  [
    ["update", "platform/seed/alfar-albufera", "--watch", "--persist-to", "/nowhere"],
    "needs a running site",
  ],
  [["remove"], "Unknown command 'remove'"],
])("puerta company %j fails with a one-line error", async (args, line) => {
  const { code, stdout, stderr } = await company(...args);
  expect([code, stdout, stderr.trim().split("\n")]).toEqual([
    1,
    "",
    [expect.stringContaining(line)],
  ]);
});
