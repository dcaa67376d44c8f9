// The settings of each system. The systems' code is in `systems.ts`.
import { setup as ashby } from "./ashby/settings";
import { setup as greenhouse } from "./greenhouse/settings";
import { setup as lever } from "./lever/settings";
import { setup as personio } from "./personio/settings";
import { setup as recruitee } from "./recruitee/settings";
import type { Setup } from "./set-up";

export const SYSTEMS = [greenhouse, recruitee, ashby, personio, lever];

export const getSetup = (name: string): Setup | undefined =>
  SYSTEMS.find((system) => system.name === name);

/**
 * Parses a board's system and settings from its public URL, with or without `https://`.
 *
 * @returns undefined if the URL belongs to no known system
 */
export function parseBoardAddress(text: string) {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!text.includes(".") || !URL.canParse(address)) return undefined;
  for (const { name, parseAddress } of SYSTEMS) {
    const parsed = parseAddress(new URL(address));
    if (parsed) return { system: name, ...parsed };
  }
  return undefined;
}
