import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withPlatform } from "~/cli/lib/platform";
import type { Company } from "~/contract/admin";
import { startEmbeddedSite, type EmbeddedSite } from "../support/embedded-site";
import { puerta, puertaAtTerminal } from "../support/puerta-command";

const ACME: Company = {
  ...{ uuid: "5f6e2c1a-4b7d-4c3e-9a10-2d8f7b6c5e41", code: "acme", name: "Acme" },
  ...{ description: "", logo: null, main_image: null, favicon: null, country: "gb" },
  ...{ language_default: "en", is_cv_required: true, social_links: {}, next_steps: null },
  ...{ sections: [], retention_months: null, privacy_policy: "Yes.", apply_page_css: "" },
  apply_page_js: "",
  texts: {},
};

let folder: string;
let site: EmbeddedSite;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "puerta-jobs-"));
  site = await startEmbeddedSite({ examples: false });
  await withPlatform({ persistTo: site.state }, (admin) =>
    admin.call("PUT", `/companies/${ACME.uuid}`, ACME),
  );
});
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

const pathTo = (name: string) => join(folder, name);

/** Runs `npx puerta`. @returns the output or, if the command fails, the error output in brackets */
async function run(...args: string[]): Promise<string> {
  const env = { VISUAL: "", EDITOR: "sed -i s/nights/days/" };
  const { code, stdout, stderr } = await puerta([...args, "--persist-to", site.state], env);
  return code === 0 ? stdout : `[${stderr}]`;
}

test(
  "the job commands create, edit, close, reopen, export, import and delete jobs",
  { retry: 0, timeout: 300_000 },
  async () => {
    const job = "---\ntitle: Baker\nlocation: Leeds\n---\nYou bake at nights.\n";
    await writeFile(pathTo("baker.md"), job);
    await writeFile(pathTo("bad.md"), job.replace("title", "titel"));
    expect(await run("job", "new", "acme", "--file", pathTo("bad.md"))).toContain(
      "bad.md:2:8: titel: is not known",
    );
    expect(await run("job", "new", "acme", "--file", pathTo("baker.md"))).toMatch(
      /^Baker is open:\n {2}http:\/\/localhost:\d+\/acme\/baker\/[0-9a-f-]{36}\n$/,
    );
    expect(await run("job", "edit", "acme", "baker")).toContain("Baker has changed:");
    expect(await run("job", "edit", "acme", "baker")).toContain("The text was not changed.");

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
    await writeFile(pathTo("jobs.csv"), csv);
    const imported = ["import", pathTo("jobs.csv"), "--company", "acme"];
    const refused = await run(...imported);
    for (const line of ["20: title:", "99: closes_at:", "199: description:"]) {
      expect(refused).toContain(`jobs.csv:${line}`);
    }
    expect(refused).toContain("Nothing was imported. 3 of 100 jobs have errors.");
    expect(await run(...imported, "--skip-bad", "--close-missing")).toContain("cannot be used");
    const dryRun = await run(...imported, "--skip-bad", "--dry-run");
    expect(dryRun).toContain("Dry run: 97 added, 0 changed, 0 unchanged.");
    const result = await run(...imported, "--skip-bad");
    expect(result).toContain("97 added, 0 changed, 0 unchanged.\n1 open job not in the file.");

    const exported = await run("export", "--company", "acme", "--out", pathTo("out.csv"));
    expect(exported).toBe(`${pathTo("out.csv")}: 98 jobs of Acme.\n`);
    expect(await readFile(pathTo("out.csv"), "utf8")).toContain("<p>You bake at days.</p>");
    const again = await run("import", pathTo("out.csv"), "--company", "acme", "--json");
    expect(JSON.parse(again)).toMatchObject({ added: 0, changed: 0, unchanged: 98, missing: 0 });

    const json: unknown = JSON.parse(await run("export", "--company", "acme", "--format", "json"));
    const first = Array.isArray(json) ? json.slice(0, 1) : [];
    await writeFile(pathTo("one.json"), JSON.stringify(first));
    expect(await run("import", pathTo("one.json"), "--company", "acme", "--close-missing")).toBe(
      "0 added, 0 changed, 1 unchanged.\n97 jobs closed.\n",
    );

    expect(await run("job", "close", "acme", "baker", "R-1")).toBe(
      "Baker is now closed.\nCook 1 is already closed.\n",
    );
    expect(await run("job", "reopen", "acme", "baker")).toBe("Baker is now open.\n");
    expect(await run("job", "delete", "acme", "baker")).toContain(
      "[This would delete Baker and its 0 applications. To do it, add --yes.",
    );
    const list = await run("job", "list", "acme");
    expect(list.trim().split("\n")).toHaveLength(98);
    expect(list).toContain("  closed  cook-1  (Cook 1, Leeds, R-1, 0 applications)");
    expect(list.indexOf("(Cook 2,")).toBeLessThan(list.indexOf("(Cook 11,"));

    expect(await run("job", "edit", "acme", "nobody")).toContain("[acme has no job nobody.");

    expect(await run("desk", "invite", "acme")).toContain("works on this computer only");
    await site.kill();
    expect(await run("job", "delete", "acme", "baker", "--yes")).toContain("Deleted Baker");
  },
);

describe("a new job from answers", { retry: 0, timeout: 120_000 }, () => {
  beforeAll(async () => {
    site = await startEmbeddedSite({ examples: false });
    await withPlatform({ persistTo: site.state }, (admin) =>
      admin.call("PUT", `/companies/${ACME.uuid}`, ACME),
    );
  });
  const readJob = async (title: string) => {
    const jobs = JSON.parse(await run("job", "list", "acme", "--json")) as { name: string }[];
    return jobs.find(({ name }) => name === title);
  };

  test("is created from options, with an email field unless no other job has one", async () => {
    const facts = ["--location", "Hull", "--description", "You cook."];
    const create = (title: string, ...more: string[]) =>
      run("job", "new", "acme", "--title", title, ...facts, ...more);
    expect(
      await create("Cook", "--email", "no", "--question", "Why? ", "May you? | Yes | No"),
    ).toMatch(/^Cook is open:/);
    expect(await readJob("Cook")).toMatchObject({
      fields: [],
      apply_site_questions: {
        killer_questions: [{ question: "May you?", answers: ["Yes", "No"] }],
        open_questions: [{ question: "Why?" }],
      },
    });
    await create("Waiter");
    expect(await readJob("Waiter")).toMatchObject({ fields: [] });
    await create("Baker", "--email", "yes");
    await create("Butler");
    expect(await readJob("Butler")).toMatchObject({ fields: [{ id: "email", required: true }] });
    expect(await run("job", "new", "acme", "--title", "A")).toBe(
      "[Add --location, --description, or --file with a job's file.\n]",
    );
    expect(await create("A", "--question", "May you? | Yes")).toBe(
      "[Give two or more answers, or none for a text answer.\n]",
    );
    expect(await create("A", "--email", "maybe")).toContain("Write yes or no.");
  });

  test("is created from prompts in a terminal, with its questions", async () => {
    await writeFile(pathTo("text.md"), "You **fry**.");
    const terminal = puertaAtTerminal("job", "new", "acme", "--persist-to", site.state);
    await terminal.answer("Title of the job", "\r");
    await terminal.answer("Enter a text.", "Fryer\r");
    await terminal.answer("Place", "Leeds\r");
    await terminal.answer("Contract, such as", "\r");
    await terminal.answer("Description: a line", "nowhere.md\r");
    await terminal.answer("There is no file nowhere.md.", `\x15${pathTo("text.md")}\r`);
    await terminal.answer("Ask candidates for an email address?", "\r");
    await terminal.answer("A question, such as", "May you work here? | Yes\r");
    await terminal.answer("Give two or more answers", " | No\r");
    await terminal.answer("Another question", "\r");
    expect(await terminal.ended).toBe(0);
    expect(terminal.printed()).toContain("Fryer is open:");
    expect(terminal.printed()).not.toContain("undefined");
    expect(await readJob("Fryer")).toMatchObject({
      location: "Leeds",
      description: "<p>You <strong>fry</strong>.</p>",
      fields: [{ id: "email", kind: "email", required: true }],
      apply_site_questions: {
        killer_questions: [{ question: "May you work here?", answers: ["Yes", "No"] }],
      },
    });
  });
});
