import { expect, test } from "vitest";
import {
  ownNames,
  withoutPropTypes,
  withoutUnreadExports,
  withoutUnusedMethods,
} from "./own-names.mjs";

const classOf = (/** @type {string} */ methods) => `class Plan {${methods}}`;

test("methods that nothing calls go, with those that only they call", () => {
  const used = "used() { return this.helper() } helper() {}";
  const code = `${classOf(`${used} unused() { this.only() } only() { this.unused() }`)} new Plan().used();`;
  expect(withoutUnusedMethods(code).replace(/\s/g, "")).toBe(
    `${classOf(used)}newPlan().used();`.replace(/\s/g, ""),
  );
});

test.each([
  ["new Plan()['named']()", "called by a text"],
  ["const call = (plan, name = 'named') => plan[name]()", "named in a text"],
  ["const { named } = new Plan()", "taken out of an object"],
  ["new Plan().named?.()", "called if it is there"],
])("a method stays: %s (%s)", (use) => {
  const code = `${classOf("named() {}")} ${use}`;
  expect(withoutUnusedMethods(code)).toBe(code);
});

test("constructors, accessors and methods without a plain name stay", () => {
  const code = classOf("constructor() {} get one() {} set one(to) {} [two]() {} #three() {}");
  expect(withoutUnusedMethods(code)).toBe(code);
});

test("a module's own names are those that it sets and reads, and nobody else knows", () => {
  const code = `
    const plan = { own: 1, table: 2, said: 3, shared: 4, [computed]: 5 };
    plan.assigned = plan.own + plan.said + plan.shared;
    const { assigned, given } = plan;
    given.answer(plan.foreign, "said", \`\${plan} in words\`);
    class Way { go() { return this.go } words() { this.words() } }
  `;
  expect(ownNames(code, ["export const x = (y) => y.shared"]).sort()).toEqual([
    "assigned",
    "go",
    "own",
  ]);
});

test("what components say of their properties' types goes, and the components stay", () => {
  const code = "(H = forwardRef(H)).propTypes = { value: T.string }, use(H);";
  expect(withoutPropTypes(code)).toBe("(H = forwardRef(H)).propTypes = 0, use(H);");
});

test("what a library exports and nothing reads goes, but for what its making does", () => {
  const exported = ["lone", "read", "worded", "elsewhere", "taken", "render", "one", "two"];
  const code = `
    e.lone = (t) => t, e.one = e.two = made();
    e.read = () => e.read, e["worded"], e.worded = {}, e.elsewhere = 1;
    const { taken } = e; e.taken = 2; e.foreign = 3;
    e.render = 4, component.render(), Class.prototype.render = 5;
    e.lone
  `;
  const others = ["lib.elsewhere()"];
  const left = withoutUnreadExports(code.replace("e.lone\n", "\n"), exported, others, ["render"]);
  expect(left.replace(/\s+/g, " ").trim()).toBe(
    '(0,(t) => t), (0,(0,made())); e.read = () => e.read, e["worded"], e.worded = {}, e.elsewhere = 1; ' +
      "const { taken } = e; e.taken = 2; e.foreign = 3; (0,4), component.render(), Class.prototype.render = 5;",
  );
  expect(withoutUnreadExports(code, exported, others)).toContain("e.lone = (t) => t");
});
