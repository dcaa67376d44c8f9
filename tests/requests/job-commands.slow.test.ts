import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPlatform } from "../../cli/lib/database";
import { withPlatform } from "../../cli/lib/platform";
import type { Company } from "../../contract/admin";
import { ROOT } from "../../scripts/local";

const ACME: Company = {
  ...{ uuid: "5f6e2c1a-4b7d-4c3e-9a10-2d8f7b6c5e41", code: "acme", name: "Acme" },
  ...{ description: "", logo: null, main_image: null, favicon: null, country: "gb" },
  ...{ language_default: "en", is_cv_required: true, social_links: {}, next_steps: null },
  ...{ sections: [], retention_months: null, privacy_policy: "Yes.", apply_page_css: "" },
  apply_page_js: "",
};

let folder: string;
let platform: Awaited<ReturnType<typeof startPlatform>> | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-jobs-"));
  platform = await startPlatform(join(folder, "state"));
  await withPlatform({ port: Number(new URL(platform.url).port) }, (admin) =>
    admin.call("PUT", `/companies/${ACME.uuid}`, ACME),
  );
});
afterAll(async () => {
  await platform?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `npx puerta`. @returns the output or, if the command fails, the error output in brackets */
async function puerta(...args: string[]): Promise<string> {
  const where = platform ? ["--port", new URL(platform.url).port] : [];
  const state = ["--persist-to", join(folder, "state")];
  const all = [join(ROOT, "cli", "bin.mjs"), ...args, ...where, ...state];
  const env = { ...process.env, VISUAL: "", EDITOR: "sed -i s/nights/days/" };
  try {
    return (await promisify(execFile)(process.execPath, all, { cwd: folder, env })).stdout;
  } catch (error) {
    return `[${(error as { stderr: string }).stderr}]`;
  }
}

test(
  "the job commands create, edit, close, reopen, export, import and delete jobs",
  { retry: 0, timeout: 300_000 },
  async () => {
    const job = "---\ntitle: Baker\nlocation: Leeds\n---\nYou bake at nights.\n";
    await writeFile(join(folder, "baker.md"), job);
    await writeFile(join(folder, "bad.md"), job.replace("title", "titel"));
    expect(await puerta("job", "new", "acme", "--file", "bad.md")).toContain(
      "bad.md:2:8: titel: is not known",
    );
    expect(await puerta("job", "new", "acme", "--file", "baker.md")).toMatch(
      /^Baker is open:\n {2}http:\/\/localhost:\d+\/acme\/baker\/[0-9a-f-]{36}\n$/,
    );
    expect(await puerta("job", "edit", "acme", "baker")).toContain("Baker has changed:");
    expect(await puerta("job", "edit", "acme", "baker")).toContain("The text was not changed.");

    const invalidRows = new Map([
      [10, "R-10,,Leeds,Bake.,"],
      [50, 'R-50,"a\nb",Leeds,Bake.,31/12/2026'],
      [100, "R-100,Cook,Leeds,,"],
    ]);
    const rows = Array.from({ length: 100 }, (_, index) => {
      const text = `R-${index + 1},Cook ${index + 1},Leeds,"It's;\ncooking.",2026-12-31`;
      return invalidRows.get(index + 1) ?? text;
    });
    const csv = ["reference,title,location,description,closes_at", ...rows].join("\r\n");
    await writeFile(join(folder, "jobs.csv"), csv);
    const imported = ["import", "jobs.csv", "--company", "acme"];
    const refused = await puerta(...imported);
    for (const line of ["20: title:", "99: closes_at:", "199: description:"]) {
      expect(refused).toContain(`jobs.csv:${line}`);
    }
    expect(refused).toContain("Nothing was imported. 3 of 100 jobs have errors.");
    expect(await puerta(...imported, "--skip-bad", "--close-missing")).toContain("cannot be used");
    const dryRun = await puerta(...imported, "--skip-bad", "--dry-run");
    expect(dryRun).toContain("Dry run: 97 added, 0 changed, 0 unchanged.");
    const result = await puerta(...imported, "--skip-bad");
    expect(result).toContain("97 added, 0 changed, 0 unchanged.\n1 open job not in the file.");

    const exported = await puerta("export", "--company", "acme", "--out", "out.csv");
    expect(exported).toBe("out.csv: 98 jobs of Acme.\n");
    expect(await readFile(join(folder, "out.csv"), "utf8")).toContain("<p>You bake at days.</p>");
    const again = await puerta("import", "out.csv", "--company", "acme", "--json");
    expect(JSON.parse(again)).toMatchObject({ added: 0, changed: 0, unchanged: 98, missing: 0 });

    const json: unknown = JSON.parse(
      await puerta("export", "--company", "acme", "--format", "json"),
    );
    const first = Array.isArray(json) ? json.slice(0, 1) : [];
    await writeFile(join(folder, "one.json"), JSON.stringify(first));
    expect(await puerta("import", "one.json", "--company", "acme", "--close-missing")).toBe(
      "0 added, 0 changed, 1 unchanged.\n97 jobs closed.\n",
    );

    await platform?.stop();
    platform = undefined;
    expect(await puerta("job", "close", "acme", "baker", "R-1")).toBe(
      "Baker is now closed.\nCook 1 is already closed.\n",
    );
    expect(await puerta("job", "reopen", "acme", "baker")).toBe("Baker is now open.\n");
    expect(await puerta("job", "delete", "acme", "baker")).toContain(
      "[This would delete Baker and its 0 applications. To do it, add --yes.",
    );
    expect(await puerta("job", "delete", "acme", "baker", "--yes")).toContain("Deleted Baker");
    const list = await puerta("job", "list", "acme");
    expect(list.trim().split("\n")).toHaveLength(97);
    expect(list).toContain("  closed  cook-1  (Cook 1, Leeds, R-1, 0 applications)");
    expect(await puerta("job", "edit", "acme", "baker")).toContain("[acme has no job baker.");
  },
);
