import * as z from "zod";
import { boardInPath, common, requireKey, pathParts, Text } from "../settings";
import type { Setup } from "../set-up";

const Greenhouse = z
  .strictObject({
    system: z.literal("greenhouse"),
    board: boardInPath("the board's token", "boards.greenhouse.io/"),
    /** Questions that the form omits, because the API does not accept them. */
    leave_out: z
      .array(z.enum(["location", "education"], 'must contain only "location" and "education"'))
      .default([]),
    /** The name of the custom field with the contract type: full time, part time, … */
    contract_type_from: Text.optional(),
    /** The name of the custom field with the workplace: on-site, hybrid or remote. */
    workplace_from: Text.optional(),
    ...common,
  })
  .refine(...requireKey("the Job Board API key"));

export type GreenhouseBoard = z.infer<typeof Greenhouse>;

export const setup = {
  name: "greenhouse",
  page: "https://boards.greenhouse.io/acme",
  Settings: Greenhouse,
  parseAddress: (url) => {
    if (!/^(job-boards|boards|boards-api)(\.eu)?\.greenhouse\.io$/.test(url.host)) return undefined;
    const [first, ...rest] = pathParts(url);
    const named = first === "v1" ? rest[1] : first === "embed" ? undefined : first;
    const board = url.searchParams.get("for") ?? named;
    return board ? { board } : undefined;
  },
  defaultAddress: () => "https://boards-api.greenhouse.io/v1",
  // Open-source clients differ on whether EU boards use a separate API host.
  otherAddresses: ["https://boards-api.eu.greenhouse.io/v1"],
  toCheck: [],
} satisfies Setup;
