// The list of the systems, by their settings. `systems.ts` has their code.
import { setUp as ashby } from "./ashby/settings";
import { setUp as greenhouse } from "./greenhouse/settings";
import { setUp as lever } from "./lever/settings";
import { setUp as personio } from "./personio/settings";
import { setUp as recruitee } from "./recruitee/settings";
import type { SetUp } from "./set-up";

export const SYSTEMS = [greenhouse, recruitee, ashby, personio, lever];

export const getSetUp = (name: string): SetUp | undefined =>
  SYSTEMS.find((one) => one.name === name);

/**
 * The settings in the address of a public board, with or without `https://`.
 *
 * @returns undefined if no system has such an address
 */
export function parseBoardAddress(text: string) {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!text.includes(".") || !URL.canParse(address)) return undefined;
  for (const { name, parseAddress } of SYSTEMS) {
    const said = parseAddress(new URL(address));
    if (said) return { system: name, ...said };
  }
  return undefined;
}
