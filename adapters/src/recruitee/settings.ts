import * as z from "zod";
import type { Incident } from "~/contract/incidents";
import { boardInHost, common } from "../settings";
import type { Setup } from "../set-up";

const Recruitee = z.strictObject({
  system: z.literal("recruitee"),
  board: boardInHost(
    ".recruitee.com",
    '; for a custom domain, write "address" with /api at the end',
  ),
  /** Whether to send a chosen option's text, as documented, or its id. */
  choices: z
    .enum(
      ["text", "id"],
      'must be "text" (as documented) or "id": send a test application to find out',
    )
    .default("text"),
  /** Whether a cover letter is a text or a file, which is undocumented. */
  cover_letter: z.enum(["text", "file"], 'must be "text" or "file"').default("text"),
  ...common,
  address: common.address.refine((address) => address === undefined || address.endsWith("/api"), {
    error: "must end in /api, such as https://careers.acme.example/api",
  }),
});

/** First day on which Recruitee returns 401 to calls without a token. */
const TOKEN_DAY = "2027-02-10";

/** Returns a warning if a company's folder has no key. */
export function tokenAdvice(
  { key }: { key?: string | undefined },
  now = Date.now(),
): string | undefined {
  if (key !== undefined) return undefined;
  const when = now < Date.parse(TOKEN_DAY) ? "from 10 February 2027" : "since 10 February 2027";
  return `${when} Recruitee requires the careers site's token: set it as a secret, and write the secret's name into the folder ("key": "RECRUITEE_KEY")`;
}

const NOTICE_MS = 30 * 24 * 60 * 60 * 1000;

/** Lists boards without a key that will fail within 30 days, or already fail. */
export const findTokenIncidents = (
  companies: readonly { code: string; board: { system: string; key?: string | undefined } }[],
  now = Date.now(),
): Incident[] =>
  companies.flatMap(({ code, board: { system, key } }) =>
    system === "recruitee" && key === undefined && now >= Date.parse(TOKEN_DAY) - NOTICE_MS
      ? [{ kind: "key", subject: `${code}: Recruitee needs a token`, count: 1 }]
      : [],
  );

export type RecruiteeBoard = z.infer<typeof Recruitee>;

export const setup = {
  name: "recruitee",
  page: "https://acme.recruitee.com",
  Settings: Recruitee,
  parseAddress: ({ host }) => {
    const [, board] = /^(?!(?:api|app|docs|www)\.)([^.]+)\.recruitee\.com$/.exec(host) ?? [];
    return board ? { board } : undefined;
  },
  defaultAddress: ({ board }) => `https://${board}.recruitee.com/api`,
  toCheck: [
    "whether Recruitee accepts an option's text or its id (`choices`), and a cover letter as a text or a file (`cover_letter`)",
  ],
  advice: tokenAdvice,
} satisfies Setup;
