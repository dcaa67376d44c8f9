import { command } from "../lib/command";

export const check = command("check", "Check a company's files, its privacy policy and its CSS")
  .argument("<company>", "a company's folder, or its slug in companies/")
  .addHelpText(
    "after",
    "\nExit code 1: a file has a fault, or the policy has blanks. CSS is only advised on.",
  )
  .action(async (which: string) => {
    const { folderOf, readCompany, shown } = await import("./files");
    const { blanksOf, warningsOf } = await import("./advice");
    const contents = await readCompany(folderOf(which));
    const blanks = blanksOf(contents);
    const lines = [...blanks, ...warningsOf(contents)];
    console.log(lines.length > 0 ? lines.join("\n") : `${shown(contents.folder)} has no faults.`);
    if (blanks.length > 0) process.exitCode = 1;
  });
