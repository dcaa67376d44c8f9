import { fromParse5 } from "hast-util-from-parse5";
import { parse, parseFragment } from "parse5";

// These functions parse HTML as a browser without scripts does.

export const parseHtmlDocument = (html: string) =>
  fromParse5(parse(html, { scriptingEnabled: false }));

export const parseHtmlFragment = (html: string) =>
  fromParse5(parseFragment(html, { scriptingEnabled: false }));
