import { parse } from "acorn";

/** @typedef {import("acorn").AnyNode} Node */

/** @type {(part: unknown) => part is Node} */
const isNode = (part) => typeof (/** @type {Partial<Node> | null} */ (part)?.type) === "string";

/**
 * Calls a function with each node of a tree and the node above it; where it returns false, what is below
 * is left out.
 *
 * @param {Node} node @param {(node: Node, above?: Node) => boolean | void} see @param {Node} [above]
 */
function walk(node, see, above) {
  if (see(node, above) === false) return;
  for (const part of Object.values(node).flat()) {
    if (isNode(part)) walk(part, see, node);
  }
}

/** @param {string} code a module */
const treeOf = (code) => parse(code, { ecmaVersion: "latest", sourceType: "module" });

/**
 * A module without the methods of its classes that nothing in it calls by their name. Nobody else may
 * call methods of its classes, and none may be called by a name that is put together.
 *
 * @param {string} code
 */
export function withoutUnusedMethods(code) {
  const tree = treeOf(code);
  /** @type {Map<Node, string>} methods that nothing that is used has named so far */
  const unused = new Map();
  walk(tree, (node) => {
    if (node.type !== "MethodDefinition" || node.computed || node.kind !== "method") return;
    if (node.key.type === "Identifier") unused.set(node, node.key.name);
  });
  /** @type {Set<string>} */
  const named = new Set();
  /** @param {Node} used */
  const note = (used) =>
    walk(used, (node, above) => {
      if (node !== used && unused.has(node)) return false;
      if (node.type === "Identifier" && above?.type !== "MethodDefinition") named.add(node.name);
      if (node.type === "Literal") named.add(String(node.value));
    });
  note(tree);
  for (let found = true; found;) {
    found = false;
    for (const [method, name] of unused) {
      if (!named.has(name)) continue;
      unused.delete(method);
      note(method);
      found = true;
    }
  }
  return without([...unused.keys()], "", code);
}

/** Code with a text in the place of some of its nodes. @type {(nodes: Node[], text: string, code: string) => string} */
const without = (nodes, text, code) =>
  nodes
    .sort((one, other) => other.start - one.start)
    .reduce((left, { start, end }) => left.slice(0, start) + text + left.slice(end), code);

/**
 * A module without what its components say of their properties' types: only React's development build
 * reads it.
 *
 * @param {string} code
 */
export function withoutPropTypes(code) {
  /** @type {Node[]} */
  const said = [];
  walk(treeOf(code), (node) => {
    if (node.type !== "AssignmentExpression" || node.left.type !== "MemberExpression") return;
    const { property } = node.left;
    if (property.type === "Identifier" && property.name === "propTypes") said.push(node.right);
  });
  return without(said, "0", code);
}

/**
 * The names of properties that a module makes for itself: it sets them and reads them by their names, and
 * they are in none of its strings and in no other module. They may be written shorter.
 *
 * @param {string} code @param {readonly string[]} others all other modules that run with it
 */
export function ownNames(code, others) {
  /** @type {Set<string>} */
  const set = new Set();
  /** @type {Set<string>} */
  const read = new Set();
  /** @type {string[]} */
  const strings = [];
  walk(treeOf(code), (node, above) => {
    if (node.type === "Literal" && typeof node.value === "string") strings.push(node.value);
    if (node.type === "TemplateElement") strings.push(node.value.raw);
    if (node.type === "Property" || node.type === "MethodDefinition") {
      if (node.computed || node.key.type !== "Identifier") return;
      // In a pattern, a property is read.
      (above?.type === "ObjectPattern" ? read : set).add(node.key.name);
    }
    if (node.type === "MemberExpression" && node.property.type === "Identifier") {
      if (node.computed) return;
      const isSet = above?.type === "AssignmentExpression" && above.left === node;
      (isSet ? set : read).add(node.property.name);
    }
  });
  const elsewhere = new Set([...others, ...strings].join("\n").match(/[\w$]+/g));
  return [...set].filter((name) => read.has(name) && !elsewhere.has(name));
}

/**
 * A module without those of a library's exports that nothing reads by their names: a library of CommonJS
 * sets them as properties of one object, which no tool takes apart.
 *
 * @param {string} code @param {readonly string[]} exported the names of the library's exports
 * @param {readonly string[]} others all other modules that run with it
 * @param {readonly string[]} [unread] names that are read of other objects alone
 */
export function withoutUnreadExports(code, exported, others, unread = []) {
  const tree = treeOf(code);
  /** @type {{ name: string, left: Node, right: Node }[]} */
  const set = [];
  const read = new Set(others.join("\n").match(/[\w$]+/g));
  walk(tree, (node, above) => {
    if (node.type === "Literal") read.add(String(node.value));
    // What is taken out of an object by a pattern is read, too.
    if (node.type === "Property" && node.key.type === "Identifier") read.add(node.key.name);
    if (node.type !== "MemberExpression" || node.property.type !== "Identifier") return;
    if (node.computed) return;
    const { name } = node.property;
    const isSet = above?.type === "AssignmentExpression" && above.left === node;
    if (!isSet) read.add(name);
    else if (node.object.type === "Identifier") set.push({ name, left: node, right: above.right });
  });
  const isUnread = (/** @type {string} */ name) =>
    exported.includes(name) && (unread.includes(name) || !read.has(name));
  const unreads = set.filter(({ name }) => isUnread(name));
  const edits = unreads.flatMap(({ left, right }) => [
    // Without a name, a value of a statement is no statement of its own.
    { start: left.start, end: right.start, text: "(0," },
    { start: right.end, end: right.end, text: ")" },
  ]);
  return edits
    .sort((one, other) => other.start - one.start)
    .reduce((left, { start, end, text }) => left.slice(0, start) + text + left.slice(end), code);
}
