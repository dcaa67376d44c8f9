// Applications as the admin interface returns them.
import * as z from "zod";
import { QuestionAnswers, Value } from "./application";

const StoredFile = z.object({
  name: z.string(),
  type: z.string(),
  size: z.number(),
  sha256: z.string(),
});

/** A confirmation, or an email that a company's person (`who`) wrote. The texts of confirmations are not stored. */
const SentEmail = z.object({
  kind: z.string(),
  to: z.string(),
  language: z.string().optional(),
  who: z.string().optional(),
  reply_to: z.string().optional(),
  subject: z.string().optional(),
  text: z.string().optional(),
  state: z.string(),
  created_at: z.string(),
  tried_at: z.string().nullable(),
});

export const AdminApplication = z.object({
  number: z.number(),
  id: z.string(),
  created_at: z.string(),
  client_uuid: z.string(),
  company: z.string(),
  position_uuid: z.string(),
  position: z.string(),
  /** Receipt number. Null if the application was not sent through Puerta. */
  receipt: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string().nullable(),
  killer_questions: QuestionAnswers,
  open_questions: QuestionAnswers,
  fields: z.array(z.object({ id: z.string(), label: z.string(), value: Value })),
  cv: StoredFile.nullable(),
  files: z.array(StoredFile.extend({ field: z.string(), label: z.string() })),
  source: z.record(z.string(), z.string()).nullable(),
  suspect: z.string().nullable(),
  mark: z.string(),
  note: z.string(),
  /** The last texts of the note, with their authors. Older platforms do not return them. */
  notes: z.array(z.object({ text: z.string(), who: z.string(), at: z.string() })).default([]),
  /** Emails to the candidate. Older platforms do not return them. */
  emails: z.array(SentEmail).default([]),
});

export type AdminApplication = z.infer<typeof AdminApplication>;

/** A page of the list. `next` is the `after` parameter of the next page. */
export const AdminApplicationPage = z.object({
  applications: z.array(AdminApplication),
  next: z.number().nullable(),
});

export type AdminApplicationPage = z.infer<typeof AdminApplicationPage>;
