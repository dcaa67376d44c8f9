// The only list of the systems. Everything else about a system is in its folder.
import { setUp as ashby } from "./ashby/settings.mjs";
import { setUp as greenhouse } from "./greenhouse/settings.mjs";
import { setUp as lever } from "./lever/settings.mjs";
import { setUp as personio } from "./personio/settings.mjs";
import { setUp as recruitee } from "./recruitee/settings.mjs";

// Only the Worker calls `load`. Commands run without the code that reads and posts.
export const SYSTEMS = [
  { ...greenhouse, load: () => import("./greenhouse/index") },
  { ...recruitee, load: () => import("./recruitee/index") },
  { ...ashby, load: () => import("./ashby/index") },
  { ...personio, load: () => import("./personio/index") },
  { ...lever, load: () => import("./lever/index") },
];

/** @typedef {import("./system").SetUp} SetUp */

/** @param {string} name @returns {SetUp | undefined} */
export const setUpOf = (name) => SYSTEMS.find((one) => one.name === name);

/**
 * The settings in the address of a public board, with or without `https://`.
 *
 * @param {string} text
 * @returns {Record<string, string> & { system: string, board: string } | undefined} undefined if no system has such an address
 */
export function settingsAt(text) {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!text.includes(".") || !URL.canParse(address)) return undefined;
  for (const { name, pasted } of SYSTEMS) {
    const said = pasted(new URL(address));
    if (said) return { system: name, ...said };
  }
  return undefined;
}
