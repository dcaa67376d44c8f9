// @ts-expect-error -- by its path it has no types; they come from the line below.
import untyped from "../../node_modules/react/jsx-runtime.js";
import type * as Runtime from "../../node_modules/@types/react/jsx-runtime";

/**
 * What JSX is compiled to, as a module with names: tsconfig.json puts it in the place of React's own, of
 * which each file would have a copy under a name of its own. It makes the form's scripts 144 bytes smaller.
 */
export const { Fragment, jsx, jsxs } = untyped as typeof Runtime;
export type { JSX } from "react";
