import { z } from "zod";
import { boardInHost, common } from "../settings";
import type { SetUp } from "../set-up";

/** A careers site at Recruitee. */
const Recruitee = z.strictObject({
  system: z.literal("recruitee"),
  board: boardInHost(
    ".recruitee.com",
    '; a domain of its own goes into "address", with /api behind it',
  ),
  /** What is sent for an option that was chosen: the documentation has its text. */
  choices: z
    .enum(
      ["text", "id"],
      'must be "text" (as documented) or "id": one application of your own shows it',
    )
    .default("text"),
  /** How a cover letter is asked: nothing says which is right. */
  cover_letter: z.enum(["text", "file"], 'must be "text" or "file"').default("text"),
  ...common,
  address: common.address.refine((address) => address === undefined || address.endsWith("/api"), {
    error: "must end in /api, such as https://careers.acme.example/api",
  }),
});

/** The day from which Recruitee answers 401 without a token. */
const TOKEN_DAY = "2027-02-10";

/** The warning for a folder without a key; undefined if it has one. */
export function tokenAdvice(
  { key }: { key?: string | undefined },
  now = Date.now(),
): string | undefined {
  if (key !== undefined) return undefined;
  const when = now < Date.parse(TOKEN_DAY) ? "from 10 February 2027" : "since 10 February 2027";
  return `${when} Recruitee answers only with the careers site's token: put it into a secret, and the secret's name into the folder ("key": "RECRUITEE_KEY")`;
}

export type RecruiteeBoard = z.infer<typeof Recruitee>;

export const setUp = {
  name: "recruitee",
  page: "https://acme.recruitee.com",
  Settings: Recruitee,
  parseAddress: ({ host }) => {
    const [, board] = /^(?!(?:api|app|docs|www)\.)([^.]+)\.recruitee\.com$/.exec(host) ?? [];
    return board ? { board } : undefined;
  },
  defaultAddress: ({ board }) => `https://${board}.recruitee.com/api`,
  toCheck: [
    "whether it takes an option's text or its id (`choices`), and a cover letter as a text or a file (`cover_letter`)",
  ],
  advice: tokenAdvice,
} satisfies SetUp;
