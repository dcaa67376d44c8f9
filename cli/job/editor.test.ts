import { expect, test } from "vitest";
import { chooseEditor } from "./editor";

const npm = { npm_execpath: "/usr/lib/npm-cli.js" };

test.each([
  [{}, "nano"],
  [{ EDITOR: "emacs" }, "emacs"],
  [{ EDITOR: "vi" }, "vi"],
  [{ ...npm, EDITOR: "vi" }, "nano"],
  [{ ...npm, EDITOR: "vim" }, "vim"],
  [{ ...npm, EDITOR: "vi", VISUAL: "code -w" }, "code -w"],
  [{ ...npm, EDITOR: "vi", VISUAL: "vi" }, "vi"],
  [{ VISUAL: " ", EDITOR: "emacs" }, "emacs"],
])("with the environment %j, the editor is %s", (env, editor) => {
  expect(chooseEditor(env)).toBe(editor);
});
