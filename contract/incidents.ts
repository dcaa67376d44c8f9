// Incidents that a bound platform reports to the site, which notifies its operator.
import * as z from "zod";

/** The path of a bound platform that returns `Incidents`. Calls need the API key. Other platforms return 404. */
export const INCIDENTS_PATH = "/-/incidents";

/** `subject` distinguishes incidents of the same kind. Contains nothing about candidates. */
export const Incident = z.object({
  kind: z.enum([
    ...["failed", "unconfirmed", "lost", "overdue", "waiting", "index"],
    ...["database", "channel", "key"],
  ] as const),
  subject: z.string().default(""),
  count: z.number().default(1),
});

export const Incidents = z.object({ incidents: z.array(Incident) });

export type Incident = z.infer<typeof Incident>;
