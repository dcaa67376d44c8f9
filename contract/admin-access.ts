// Notification channels and desk access, as the admin interface returns them.
import * as z from "zod";

/** How a message can be sent to a company or an operator. */
export const CHANNEL_KINDS = ["webhook", "email"] as const;

export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** A notification channel without its secret. Times are ISO in UTC. */
export const Channel = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  address: z.string(),
  digest: z.string(),
  last_at: z.string().nullable(),
  last_result: z.string().nullable(),
  /** Number of queued notifications, and the time when the next one is due. */
  waiting: z.number(),
  next: z.string().nullable(),
});

export type Channel = z.infer<typeof Channel>;

export const Channels = z.object({ channels: z.array(Channel) });

/** `secret` is a webhook's new secret. `cannot_send`: the platform has no mail service, so emails wait and then fail. */
export const NewChannel = z.object({
  secret: z.string().optional(),
  cannot_send: z.literal(true).optional(),
});

/**
 * How the platform sends emails. `problem` states why no email can be sent now. `refused` and `given_up` count
 * confirmations of the last 24 hours. Times are ISO in UTC.
 */
export const EmailReport = z.object({
  via: z.string().nullable(),
  from: z.string().nullable(),
  /** The site's URL for links to receipts. */
  site: z.string().nullable(),
  problem: z.string().nullable(),
  sent_at: z.string().nullable(),
  waiting: z.number(),
  refused: z.number(),
  given_up: z.number(),
});

/** Why a test email could not be sent. */
export const EmailTestResult = z.object({ problem: z.string().nullable() });

export type EmailTestResult = z.infer<typeof EmailTestResult>;

export type EmailReport = z.infer<typeof EmailReport>;

/** A company's name. Null means all companies. */
const company = z.string().nullable();

/** The sign-in codes, without their secrets, and the email addresses with access. */
export const DeskAccess = z.object({
  codes: z.array(z.object({ id: z.string(), name: z.string(), company, created_at: z.string() })),
  people: z.array(z.object({ email: z.string(), company })),
});

/**
 * A new sign-in code. `id` and `code` are missing if an email address was invited. `desk` is the desk's URL,
 * if known.
 */
export const Invitation = z.object({
  id: z.string().optional(),
  code: z.string().optional(),
  desk: z.string().nullable(),
});
