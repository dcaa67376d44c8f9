// Settings that all systems share, in the `board` of a company's `company.json`.
import * as z from "zod";
import { FieldMode as How } from "~/contract/fields";
import { languageTag } from "~/contract/values";

export const Text = z.string().trim().min(1, "is empty: write it, or leave it out");

/** The name of a secret. The message warns operators who enter the secret itself. */
const SecretName = z
  .string()
  .regex(
    /^[A-Z][A-Z0-9_]{2,63}$/,
    "must be the name of a secret, such as ACME_KEY, not the secret: set that with `npx wrangler secret put NAME -c adapters/wrangler.toml`",
  )
  .refine((name) => name !== "API_KEY", "must be another name: the site uses API_KEY");

/** The URL of the system's API, if not the default. Must be https, except on this machine. */
const Address = z
  .string()
  .trim()
  .transform((text) => text.replace(/^https?:\/\/[^/]*/i, (origin) => origin.toLowerCase()))
  .pipe(
    z
      .string()
      .regex(
        /^(https:\/\/(?!\S*(?:@|\/\.\.))[^\s?#]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/[^\s?#]*)?)$/,
        "must be an https address without ?, #, @ and ..; leave it out to use the system's own",
      ),
  )
  .transform((address) => address.replace(/\/+$/, ""))
  .optional();

export const common = {
  address: Address,
  key: SecretName.optional(),
  apply: z
    .enum(["on", "off"], 'must be "on" (applications are posted) or "off" (they are refused)')
    .default("off"),
  repeat: z
    .enum(
      ["send", "stop"],
      'must be "send" (the company may see an application twice) or "stop" (the application waits for you)',
    )
    .default("send"),
  /** The language of the jobs' texts, if it is not the company's. */
  language: languageTag.optional(),
};

/** Schema of a board's name in the path of its page's URL. @param place the URL up to the name */
export const boardInPath = (name: string, place: string) =>
  z
    .string()
    .regex(
      /^[A-Za-z0-9_-]{1,64}$/,
      `must be ${name}, which follows ${place}, or the whole address`,
    );

/** Schema of a board's name at the start of its page's host. @param place the rest of the host */
export const boardInHost = (place: string, more = "") =>
  z
    .string()
    .toLowerCase()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,62}$/,
      `must be the company's name, which comes before ${place}, or the whole address${more}`,
    );

/** Whether a field of a system's form is required, optional or off. */
export const Mode = z.enum(How.options, 'must be "required", "optional" or "off"');

/**
 * Refinement that requires a key if applications are posted.
 *
 * @param what the secret's contents, for the error message
 */
export const requireKey = (
  what: string,
): [
  isMet: (board: { apply: "on" | "off"; key?: string | undefined }) => boolean,
  issue: { path: string[]; error: string },
] => [
  ({ apply, key }) => apply === "off" || key !== undefined,
  {
    path: ["key"],
    error: `is missing, and "apply" is "on": write the name of the secret that contains ${what}`,
  },
];

/** Returns the decoded segments of a URL's path. */
export function pathParts({ pathname }: URL): string[] {
  try {
    return pathname.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return [];
  }
}
