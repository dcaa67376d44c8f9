import { relative } from "node:path";
import { DefaultReporter } from "vitest/node";
import { ROOT } from "./local.mjs";

/** A test that takes longer, in ms, is told of when it ends: others follow it in its file. */
const LONG_MS = 20_000;

/** Prints how far the tests are after each file, and failures as Vitest does. */
export default class Progress extends DefaultReporter {
  #files = 0;
  #done = 0;

  /** @override @param {Parameters<DefaultReporter["onTestRunStart"]>[0]} files */
  onTestRunStart(files) {
    super.onTestRunStart(files);
    this.#files = files.length;
  }

  /** @override @param {import("vitest/node").TestCase} test */
  onTestCaseResult(test) {
    super.onTestCaseResult(test);
    const { duration } = test.diagnostic() ?? { duration: 0 };
    if (duration > LONG_MS) this.log(`  ${test.fullName} (${(duration / 1000).toFixed(0)} s)`);
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
