// Writes a fixture of what a build stores: tests/fixtures/storage/README.md says when and how.
import { join } from "node:path";
import { ROOT, runIfMain } from "../../scripts/local.mjs";
import { checkedOut, git, run } from "./checkout.mjs";

async function main() {
  const [asked, name] = process.argv.slice(2);
  // The working tree, as a commit: `git stash create` makes one of what git tracks.
  const commit = asked ?? (git("stash", "create") || "HEAD");
  const short = name ?? git("rev-parse", "--short=7", asked ?? "HEAD");
  const build = await checkedOut(commit);
  try {
    const playwright = join(ROOT, "node_modules", "playwright", "cli.js");
    run(process.execPath, [playwright, "test", "--config", "tests/storage/writer.config.ts"], {
      env: {
        ...process.env,
        STORAGE_BUILD: build.folder,
        STORAGE_NAME: short,
        STORAGE_DATE: git("show", "-s", "--format=%cs", asked ?? "HEAD"),
      },
    });
  } finally {
    await build.remove();
  }
}

await runIfMain(import.meta.url, main);
