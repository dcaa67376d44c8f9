interface TreeMethods {
  removeChild: (this: Node, child: Node) => Node;
  insertBefore: (this: Node, child: Node, before: Node | null) => Node;
}

/**
 * Keeps React working after a translation tool, an extension or a company's script has moved its nodes. Without
 * this patch, the DOM throws when React removes a moved node or inserts another node before it. React then
 * removes the entire form. With the patch, a moved node is removed from its new parent. A node that React
 * inserts before a moved node is appended to the old parent instead.
 *
 * @see https://github.com/facebook/react/issues/11538
 */
export function tolerateMovedNodes(): void {
  const tree: TreeMethods = Node.prototype;
  const { removeChild, insertBefore } = tree;
  tree.removeChild = function (child) {
    if (child.parentNode === this) return removeChild.call(this, child);
    return child.parentNode?.removeChild(child) ?? child;
  };
  tree.insertBefore = function (child, before) {
    return insertBefore.call(this, child, before?.parentNode === this ? before : null);
  };
}
