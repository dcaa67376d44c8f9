// The only list of the systems. Everything else about a system is in its folder.
import { setUp as ashby } from "./ashby/settings";
import { setUp as greenhouse } from "./greenhouse/settings";
import { setUp as lever } from "./lever/settings";
import { setUp as personio } from "./personio/settings";
import { setUp as recruitee } from "./recruitee/settings";
import type { SetUp } from "./system";

// Only the Worker calls `load`. Commands run without the code that reads and posts.
export const SYSTEMS = [
  { ...greenhouse, load: () => import("./greenhouse/index") },
  { ...recruitee, load: () => import("./recruitee/index") },
  { ...ashby, load: () => import("./ashby/index") },
  { ...personio, load: () => import("./personio/index") },
  { ...lever, load: () => import("./lever/index") },
];

export const setUpOf = (name: string): SetUp | undefined =>
  SYSTEMS.find((one) => one.name === name);

/**
 * The settings in the address of a public board, with or without `https://`.
 *
 * @returns undefined if no system has such an address
 */
export function settingsAt(text: string) {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!text.includes(".") || !URL.canParse(address)) return undefined;
  for (const { name, pasted } of SYSTEMS) {
    const said = pasted(new URL(address));
    if (said) return { system: name, ...said };
  }
  return undefined;
}
