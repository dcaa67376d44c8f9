import { z } from "zod";

const KeptApplication = z.object({
  /** The secret id. */
  id: z.string(),
  position: z.string(),
  /** The receipt's id, where it was sent. */
  receipt: z.string().optional(),
  /** The number of the CV that is held, or uploaded in part. */
  upload: z.number().optional(),
  /** How many bytes of a CV that is uploaded in part are there. */
  offset: z.number().optional(),
});

/** An application among a build's objects. */
export type KeptApplication = z.infer<typeof KeptApplication>;

/** What is in a fixture of storage: its `about.json`. */
export const About = z.object({
  /** The build that wrote it, by its commit, and that commit's day. */
  build: z.string(),
  date: z.string(),
  /** How what it stores differs from what the fixture before it has. */
  differs: z.string(),
  /** What the present build makes of it. */
  opened: z.string(),
  /** In ms since 1970; the times in the storage are close to it. */
  writtenAt: z.number(),
  /** The rest of the key of a kept page, besides its address. */
  host: z.string(),
  version: z.string(),
  /** The fields of every form. */
  fields: z.record(z.string(), z.string()),
  /** By their state (tests/storage/states.ts). */
  applications: z.record(z.string(), KeptApplication),
  /**
   * Positions that there is a copy of; that there was one of until the platform answered that it is
   * gone (builds before c0b0ce6 kept it all the same: `OUTLIVED` in opened.ts); and that there is one of, whose time the first
   * 404 has begun (none where the fixture does not say).
   */
  copied: z.array(z.string()),
  gone: z.array(z.string()),
  missing: z.array(z.string()).default([]),
  /** How many deliveries its index has counted (none before that was counted). */
  delivered: z.number().default(0),
  /** The paths of pages that are kept for `host`, and of one that was purged. */
  pages: z.array(z.string()),
  purged: z.array(z.string()),
});

export type About = z.infer<typeof About>;
