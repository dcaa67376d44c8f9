import { relative, resolve } from "node:path";
import { command } from "../lib/command";

export const add = command("add", "Create a company's folder from its board")
  .argument("<board>", "SYSTEM:NAME (greenhouse:acme), or the board's public address")
  .option("--from <folder>", "parent of the company folders (default: adapters/companies)")
  .action(async (board: string, { from }: { from?: string }) => {
    const { addCompany, COMPANIES_FOLDER } = await import("./folders");
    const root = from === undefined ? COMPANIES_FOLDER : resolve(from);
    const { code, folder, warning } = await addCompany(root, board);
    const option = from === undefined ? "" : ` --from ${from}`;
    console.log(
      `Created ${relative(process.cwd(), folder)}. Edit its name, brand and policy, and then run:\n` +
        `  npx puerta boards check ${code}${option}`,
    );
    if (warning !== undefined) console.log(`WARNING: ${warning}.`);
  });
