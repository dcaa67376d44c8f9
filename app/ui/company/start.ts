import { runCompanyScript } from "./company-script";
import { keepBuiltIns } from "./kept-built-ins";
import { freeSwallowedSubmits } from "./swallowed-submit";

/**
 * Runs the company's script when the page is interactive, after keeping what the form needs from it.
 *
 * @param page is told how what the script took away is mended
 */
export function start(interactive: Promise<unknown>, page: { isWhole: () => boolean }): void {
  page.isWhole = keepBuiltIns();
  freeSwallowedSubmits();
  runCompanyScript(interactive, page.isWhole);
}
