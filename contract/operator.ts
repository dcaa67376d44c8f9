// The site's operator interface: undelivered applications, and the site's health. Times are ISO in UTC.
import * as z from "zod";

const State = z.enum([
  "waiting",
  "sending",
  "failed",
  "unconfirmed",
  "delivered",
  "already-applied",
  // The storage of the application's object is empty, or cannot be read.
  "lost",
  "unreadable",
]);

/** An application in the list. Contains none of the candidate's input. */
const Undelivered = z.object({
  number: z.string(),
  receiptId: z.string(),
  state: State,
  reason: z.string().nullable(),
  clientUuid: z.string(),
  positionUuid: z.string(),
  sentAt: z.string(),
  attempts: z.number(),
  lastStatus: z.number().nullable(),
  dueAt: z.string(),
});

/** A page of the list. `missing` lists the Durable Objects of the index that did not respond. */
export const UndeliveredPage = z.object({
  total: z.number(),
  missing: z.array(z.string()),
  next: z.string().nullable(),
  applications: z.array(Undelivered),
});

/** An application's state. Also available after delivery. */
export const UndeliveredView = z.object({
  number: z.string(),
  receiptId: z.string(),
  state: State,
  reason: z.string().nullable(),
  company: z.object({ name: z.string(), uuid: z.string() }),
  position: z.object({ title: z.string(), uuid: z.string() }),
  sentAt: z.string(),
  attempts: z.number().nullable(),
  lastStatus: z.number().nullable(),
  /** The platform's message, which might quote the candidate. */
  message: z.string().nullable(),
  dueAt: z.string().nullable(),
  hasContents: z.boolean(),
  /** The receipt's URL. */
  address: z.string(),
});

const File = z.looseObject({
  name: z.string(),
  sha256: z.string(),
  isDamaged: z.boolean().optional(),
});

/** An exported application, without the contents of its files. */
export const UndeliveredExport = z.looseObject({
  number: z.string(),
  cv: File.nullable(),
  files: z.array(File.extend({ field: z.string() })).optional(),
});

/** The result of queuing applications: how many were queued, and how many were not, by reason. */
export const Queued = z.object({
  queued: z.number(),
  sending: z.number(),
  unconfirmed: z.number(),
  done: z.number(),
  silent: z.number(),
});

export const Health = z.object({
  status: z.enum(["ok", "degraded"]),
  version: z.string().nullable(),
  platform: z.object({
    isReachable: z.boolean(),
    ms: z.number(),
    kind: z.string().optional(),
    status: z.number().nullish(),
  }),
  applications: z.object({
    waiting: z.number(),
    failed: z.number(),
    unconfirmed: z.number(),
    lost: z.number().default(0),
    /** Applications that should have been sent or deleted an hour ago. */
    overdue: z.number().default(0),
    /** Absent if none of the index's Durable Objects responded. */
    delivered: z.object({ hour: z.number(), day: z.number() }).optional(),
    oldestWaiting: z.string().nullable(),
    missing: z.array(z.string()),
  }),
  /** The last verification of the shared pages. `leftOut`: number of viewed pages over its limit. */
  pages: z.object({ verifiedAt: z.string().nullable(), leftOut: z.number() }).optional(),
});

export type Undelivered = z.infer<typeof Undelivered>;
export type UndeliveredPage = z.infer<typeof UndeliveredPage>;
export type UndeliveredView = z.infer<typeof UndeliveredView>;
export type UndeliveredExport = z.infer<typeof UndeliveredExport>;
export type Queued = z.infer<typeof Queued>;
export type Health = z.infer<typeof Health>;
