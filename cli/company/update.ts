import { Stop } from "~/scripts/stop";
import { watchFolders } from "~/scripts/watch";
import { addTargetOptions, command, type TargetOptions } from "../lib/command";
import { resolveSite, withPlatform, type Platform } from "../lib/platform";

export const update = addTargetOptions(
  command(
    "update",
    "Update a company from its files; add missing jobs, but leave existing jobs unchanged",
  )
    .argument("<company>", "a company's folder, or its name in companies/")
    .option(
      "--watch",
      "update whenever a file is saved, until Ctrl+C; reload the page to see changes",
    ),
).action(async (which: string, options: TargetOptions & { watch?: boolean }) => {
  const { findFolder } = await import("./files");
  const { putFolder } = await import("./put");
  const folder = findFolder(which);
  if (options.watch && (await resolveSite(options)).url === "") {
    throw new Stop("--watch needs a running site. Start it with: npx puerta start");
  }
  await withPlatform(options, async (platform) => {
    const { addresses, advice } = await putFolder(platform, folder, options);
    console.log([...addresses, ...advice].join("\n"));
    if (options.watch) await updateOnSave(platform, folder, options);
  });
});

async function updateOnSave(
  platform: Platform,
  folder: string,
  target: TargetOptions,
): Promise<never> {
  const { putFolder } = await import("./put");
  const updateAgain = async () => {
    const time = new Date().toLocaleTimeString();
    try {
      const { advice } = await putFolder(platform, folder, target);
      console.log([`${time}  Updated.`, ...advice].join("\n"));
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
      console.error(`${time}  The update failed. ${error.message}`);
    }
  };
  await watchFolders([folder], updateAgain);
  console.log("Watching the company's files. Stop with Ctrl+C.");
  return new Promise(() => undefined);
}
