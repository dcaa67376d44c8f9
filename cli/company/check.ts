import { command } from "../lib/command";

export const check = command("check", "Check a company's files, its privacy policy and its CSS")
  .argument("<company>", "a company's folder, or its slug in companies/")
  .action(async (which: string) => {
    const { folderOf, readCompany, shown } = await import("./files");
    const { adviceOn } = await import("./advice");
    const contents = await readCompany(folderOf(which));
    const { blanks, warnings } = await adviceOn(contents);
    const lines = [...blanks, ...warnings];
    console.log(lines.length > 0 ? lines.join("\n") : `${shown(contents.folder)} has no faults.`);
    if (blanks.length > 0) process.exitCode = 1;
  });
