import { relative } from "node:path";
import { DefaultReporter } from "vitest/node";
import { ROOT } from "./local.mjs";

/** Prints how far the tests are after each file, and failures as Vitest does. */
export default class Progress extends DefaultReporter {
  #files = 0;
  #done = 0;

  /** @override @param {Parameters<DefaultReporter["onTestRunStart"]>[0]} files */
  onTestRunStart(files) {
    super.onTestRunStart(files);
    this.#files = files.length;
  }

  /** @override @param {import("vitest/node").TestModule} file */
  printTestModule(file) {
    this.#done += 1;
    if (!file.ok()) super.printTestModule(file);
    const tests = [...file.children.allTests()].length;
    const seconds = (file.diagnostic().duration / 1000).toFixed(1);
    const name = relative(ROOT, file.moduleId);
    this.log(`[${this.#done}/${this.#files}] ${name} (${tests} tests, ${seconds} s)`);
  }
}
