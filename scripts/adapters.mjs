// `npm run adapters`: boards of systems that companies have already (docs/boards.md).
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildAdapters } from "./adapters/bundle.mjs";
import { checkBoard } from "./adapters/check.mjs";
import { COMPANIES_FOLDER, makeCompany, readCompanies } from "./adapters/companies.mjs";
import { runIfMain, Stop } from "./local.mjs";
import { shown } from "./seed-files.mjs";

const USAGE = `npm run adapters -- COMMAND [--from FOLDER]
  new SYSTEM:BOARD   makes a company's folder, such as for greenhouse:acme
  check COMPANY      reads a board as the site would, and says what maps and what does not
  build              writes adapters/build, for a deployment
  --from FOLDER      the companies' folders (default: adapters/companies)
  --most NUMBER      how many positions are checked (default: 50; each is one call to the system)`;

await runIfMain(import.meta.url, async () => {
  const { command, operand, folder, most } = asked();
  if (command === "new" && operand !== undefined) {
    const made = await makeCompany(folder, operand);
    console.log(
      `${shown(made.folder)} is there. Write its name, its brand and its policy, and then:\n` +
        `  npm run adapters -- check ${made.code}`,
    );
    return;
  }
  const companies = await readCompanies(folder);
  if (command === "build") {
    await buildAdapters(companies);
    console.log(`Built with ${companies.map(({ code }) => code).join(", ")}.`);
    return;
  }
  const company = companies.find(({ code }) => code === operand);
  if (command !== "check" || operand === undefined) throw new Stop(USAGE);
  if (!company) {
    const codes = companies.map(({ code }) => code).join(", ");
    throw new Stop(`There is no company ${operand} in ${shown(folder)}. There is: ${codes}.`);
  }
  const report = await checkBoard(company, { most });
  console.log(report.text);
  if (!report.isRight) process.exitCode = 1;
});

function asked() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { from: { type: "string" }, most: { type: "string", default: "50" } },
    });
    const [command, operand] = positionals;
    const folder = values.from === undefined ? COMPANIES_FOLDER : resolve(values.from);
    const most = Number(values.most);
    if (!Number.isInteger(most) || most < 1) throw new Error("--most is a number of positions");
    return { command, operand, folder, most };
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}
