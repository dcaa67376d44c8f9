import { command } from "../lib/command";

export const check = command("check", "Check a company's files, privacy policy and CSS")
  .argument("<company>", "a company's folder, or its name in companies/")
  .action(async (which: string) => {
    const { findFolder, readCompany } = await import("./files");
    const { shortPath } = await import("./text-file");
    const { findAdvice } = await import("./advice");
    const { readLanguages } = await import("../lib/languages");
    const contents = await readCompany(findFolder(which));
    const { blanks, warnings } = await findAdvice(contents, () => readLanguages({}));
    const lines = [...blanks, ...warnings];
    console.log(
      lines.length > 0 ? lines.join("\n") : `${shortPath(contents.folder)} has no errors.`,
    );
    if (blanks.length > 0) process.exitCode = 1;
  });
