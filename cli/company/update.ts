import { watch } from "node:fs";
import { Stop } from "../../scripts/local";
import { addWhere, command, count, type Where } from "../lib/command";
import { addressLines, companyNamed, siteOf, withPlatform, type Platform } from "../lib/platform";

/** How long changes are collected, in ms: an editor makes several for one save. */
const PAUSE_MS = 100;

export const update = addWhere(
  command("update", "Put a company on the platform as its files are; add jobs, change none")
    .argument("<company>", "a company's folder, or its slug in companies/")
    .option("--watch", "again at each save, until Ctrl+C; reload the page to see it"),
).action(async (which: string, options: Where & { watch?: boolean }) => {
  const { folderOf } = await import("./files");
  const folder = folderOf(which);
  if (options.watch && (await siteOf(options)).url === "") {
    throw new Stop("--watch needs the running site. Start it with: npx puerta start");
  }
  await withPlatform(options, async (platform) => {
    console.log((await put(platform, folder)).join("\n"));
    if (options.watch) await putAtEachSave(platform, folder);
  });
});

async function put(platform: Platform, folder: string): Promise<string[]> {
  const { readCompany } = await import("./files");
  const { blanksOf, warningsOf } = await import("./advice");
  const { putCompany } = await import("./put");
  const contents = await readCompany(folder);
  const added = await putCompany(platform, contents);
  return [
    ...addressLines(platform.site, await companyNamed(platform, contents.company.uuid)),
    `${count(added, "job")} added.`,
    ...blanksOf(contents),
    ...warningsOf(contents),
  ];
}

async function putAtEachSave(platform: Platform, folder: string): Promise<never> {
  console.log("Watching its files. Stop with Ctrl+C.");
  let last = Promise.resolve();
  let pause: NodeJS.Timeout | undefined;
  const again = async () => {
    const time = new Date().toLocaleTimeString();
    try {
      const [, , , ...lines] = await put(platform, folder);
      console.log([`${time}  Updated.`, ...lines].join("\n"));
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      console.error(`${time}  ${error.message}\nNothing was changed on the platform.`);
    }
  };
  watch(folder, { recursive: true }, () => {
    clearTimeout(pause);
    pause = setTimeout(() => {
      last = last.then(again);
    }, PAUSE_MS);
  });
  return new Promise(() => undefined);
}
