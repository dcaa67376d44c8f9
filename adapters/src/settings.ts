// What the settings of all systems share, in the `board` of a company's `company.json`.
import { z } from "zod";
import { FieldMode as How } from "../../contract/fields";

export const Text = z.string().trim().min(1, "is empty: write it, or leave it out");

/** The name of a secret. Whoever puts the secret itself here is told so before it is committed. */
export const SecretName = z
  .string()
  .regex(
    /^[A-Z][A-Z0-9_]{2,63}$/,
    "must be the name of a secret, such as ACME_KEY, not the secret: set that by `npx wrangler secret put NAME -c adapters/wrangler.toml`",
  )
  .refine((name) => name !== "API_KEY", "must be another name: API_KEY is the site's own");

/** Where the system's API is, if not at its usual address. Without TLS only on this machine. */
const Address = z
  .string()
  .trim()
  .transform((text) => text.replace(/^https?:\/\/[^/]*/i, (origin) => origin.toLowerCase()))
  .pipe(
    z
      .string()
      .regex(
        /^(https:\/\/(?!\S*(?:@|\/\.\.))[^\s?#]+|http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/[^\s?#]*)?)$/,
        "must be an https address without ?, #, @ and ..; without it the system's usual one is taken",
      ),
  )
  .transform((address) => address.replace(/\/+$/, ""))
  .optional();

/** What each system's settings have. */
export const common = {
  address: Address,
  key: SecretName.optional(),
  apply: z
    .enum(["on", "off"], 'must be "on" (applications are posted) or "off" (they are refused)')
    .default("off"),
  repeat: z
    .enum(
      ["send", "stop"],
      'must be "send" (a repeat may be seen twice) or "stop" (it waits for you)',
    )
    .default("send"),
};

/** A board whose name is in the path of its page's address. @param place what it stands behind */
export const boardInPath = (name: string, place: string) =>
  z
    .string()
    .regex(
      /^[A-Za-z0-9_-]{1,64}$/,
      `must be ${name}, what stands behind ${place}, or that address`,
    );

/** A board whose name begins the host of its page. @param place what it stands before */
export const boardInHost = (place: string, more = "") =>
  z
    .string()
    .toLowerCase()
    .regex(
      /^[a-z0-9][a-z0-9-]{0,62}$/,
      `must be the company's name, what stands before ${place}, or that address${more}`,
    );

/** How a field of a system's own form is asked. */
export const Mode = z.enum(How.options, 'must be "required", "optional" or "off"');

/**
 * A refinement: applications are posted with a key.
 *
 * @param what the secret has, and perhaps an example of its name
 */
export const requireKey = (
  what: string,
): [
  isMet: (board: { apply: "on" | "off"; key?: string | undefined }) => boolean,
  fault: { path: string[]; error: string },
] => [
  ({ apply, key }) => apply === "off" || key !== undefined,
  {
    path: ["key"],
    error: `is missing, and "apply" is "on": write the name of the secret that has ${what}`,
  },
];

/** The parts of an address's path, decoded. */
export function pathParts({ pathname }: URL): string[] {
  try {
    return pathname.split("/").filter(Boolean).map(decodeURIComponent);
  } catch {
    return [];
  }
}
