import * as z from "zod";
import { Client } from "~/contract/client";
import { country } from "~/contract/countries";
import { LANGUAGES } from "~/contract/languages";
import { removeMissing } from "~/contract/tolerant";
import { isRecord } from "./format";
import { SYSTEMS, getSetup, parseBoardAddress } from "./system-settings";
import { Text } from "./settings";

/** A company's code. With `_` and a uuid, it must fit into the 64 characters of a position's id. */
const Code = z
  .string()
  .max(27, "has more than 27 characters: choose a shorter one")
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'must be lower-case letters, digits and -, such as "acme-foods"; no _, which ends the code in ids',
  );

type Settings = (typeof SYSTEMS)[number]["Settings"];

const SystemSettings = z.discriminatedUnion(
  "system",
  // `Settings` is the union of all systems' schemas, and the list is not empty.
  SYSTEMS.map(({ Settings }) => Settings) as [Settings, ...Settings[]],
  {
    error: ({ input }) =>
      typeof input === "object" && input !== null && "system" in input
        ? `system is unknown: write ${SYSTEMS.map(({ name }) => `"${name}"`).join(" or ")}`
        : `is missing: write {"system": "${SYSTEMS[0]?.name}", "board": "…"}`,
  },
);

/** A company's board. If `board` is a public URL, the system and the board's name are parsed from it. */
export const Board = z.preprocess((input, context) => {
  const written = Written.safeParse(input);
  if (!written.success) return input;
  const refuse = (name: string, message: string) =>
    context.issues.push({ code: "custom", path: [name], message, input });
  const board = written.data.board.trim().replace(/\/+$/, "");
  const pasted = parseBoardAddress(board);
  const { system = pasted?.system, address } = written.data;
  if (pasted && pasted.system !== system) {
    refuse("board", `is an address of another system: write "system": "${pasted.system}"`);
  }
  const settings = { ...written.data, board, system, ...pasted };
  const setup = getSetup(system ?? "");
  if (setup === undefined || address === undefined) return settings;
  const text = address.trim().replace(/\/+$/, "");
  if (text === setup.defaultAddress(settings)) return { ...settings, address: undefined };
  if (setup.otherAddresses?.includes(text)) return settings;
  const error = findAddressError(text, setup.defaultAddress(settings), setup.readHint);
  if (error !== undefined) refuse("address", error);
  return settings;
}, SystemSettings);

const Written = z.looseObject({
  board: z.string(),
  system: z.string().optional(),
  address: z.string().optional(),
});

/** Finds the error in an API URL on a known system's domain. Other hosts are allowed as proxies. */
function findAddressError(address: string, usual: string, hint?: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const page = parseBoardAddress(address);
  if (page) {
    const words = Object.entries(page).map(([name, value]) => `"${name}": "${value}"`);
    return `names a board: write ${words.join(", ")}, and leave "address" out`;
  }
  return SYSTEMS.some(({ page }) => baseDomain(page) === baseDomain(address))
    ? [`is not this board's API: leave it out, or write "${usual}".`, hint].join(" ").trim()
    : undefined;
}

/** Returns the last two labels of a URL's host. */
const baseDomain = (address: string) => new URL(address).hostname.split(".").slice(-2).join(".");

/** Properties stored in separate files. */
const TEXTS = {
  apply_page_css: true,
  apply_page_js: true,
  privacy_policy: true,
  texts: true,
} as const;

const inFile = {
  ...Client.omit(TEXTS).shape,
  uuid: z.uuid('must be a uuid: `node -p "crypto.randomUUID()"` prints one'),
  code: Code,
  name: Text,
  language_default: z.enum(LANGUAGES, `must be ${LANGUAGES.map((tag) => `"${tag}"`).join(" or ")}`),
  country,
  board: Board,
};

/** A company's `company.json`. Null and blank values are ignored, except in the board. */
export const CompanyFile = z.preprocess((file) => {
  const present = removeMissing(file);
  return isRecord(present) && isRecord(file) ? { ...present, board: file.board } : present;
}, z.strictObject(inFile));

/** A company with the texts from its folder, as built into the Worker. */
export const Company = z.object({
  ...inFile,
  apply_page_css: z.string(),
  apply_page_js: z.string(),
  privacy_policy: z.string(),
  texts: Client.shape.texts,
});

export type Company = z.output<typeof Company>;
export type Board = z.output<typeof Board>;
