import * as z from "zod";
import { common, requireKey, pathParts } from "../settings";
import type { Setup } from "../set-up";

const Ashby = z
  .strictObject({
    system: z.literal("ashby"),
    board: z
      .string()
      .regex(
        /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}$/,
        "must be the board's name, which follows jobs.ashbyhq.com/, or the whole address",
      ),
    ...common,
  })
  .refine(...requireKey("the API key, such as ASHBY_KEY"));

export type AshbyBoard = z.infer<typeof Ashby>;

export const setup = {
  name: "ashby",
  page: "https://jobs.ashbyhq.com/acme",
  Settings: Ashby,
  parseAddress: (url) => {
    const [, kind] = /^(jobs|api)\.ashbyhq\.com$/.exec(url.host) ?? [];
    const board = pathParts(url)[kind === "api" ? 2 : 0];
    return kind && board ? { board } : undefined;
  },
  defaultAddress: () => "https://api.ashbyhq.com",
  toCheck: ["whether the board's API is switched on at Ashby, if it answers 404 or lists no jobs"],
} satisfies Setup;
