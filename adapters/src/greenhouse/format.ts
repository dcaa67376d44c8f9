import * as z from "zod";
import { currency } from "~/contract/facts";
import { languageTag, line, reference, text } from "~/contract/values";
import { address, date, flag, list, lenient, questions } from "../format";

const id = z.union([z.int(), z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)]).transform(String);
const value = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const FormField = z.object({
  name: z.string(),
  type: z.string(),
  values: list(z.object({ value, label: value })),
});

const Question = z.object({
  required: lenient(z.boolean().nullable()),
  label: lenient(text),
  description: lenient(text),
  fields: z.array(FormField),
});

const Questions = questions(Question, {
  required: true,
  label: undefined,
  description: undefined,
  fields: [{ name: "unreadable", type: "unreadable", values: [] }],
})
  .nullish()
  .transform((all) => all ?? []);

const DemographicQuestion = z.object({
  id,
  label: text,
  type: z.string(),
  answer_options: list(z.object({ id, label: value, free_form: flag })),
});

const named = z.object({ name: lenient(text) });

/** Properties that listed jobs and single jobs share. */
const about = {
  id,
  /** Null for a prospect post, which is not a job. */
  internal_job_id: z.unknown().optional(),
  title: text,
  location: lenient(named),
  departments: list(z.object({ name: lenient(line) })),
  offices: list(named.extend({ id: lenient(id), location: lenient(text), child_ids: list(id) })),
  requisition_id: lenient(reference),
  language: lenient(languageTag),
  first_published: date,
  metadata: list(z.object({ name: lenient(text), value: z.unknown() })),
};

export const Listed = z.object(about);

/** `GET /jobs?content=true`. */
export const Jobs = z.object({ jobs: z.array(z.unknown()) });

/** `GET /jobs/{id}?questions=true&pay_transparency=true`. */
export const JobResponse = z.object({
  ...about,
  content: lenient(z.string()),
  absolute_url: address,
  application_deadline: date,
  education: lenient(text),
  include_ai_disclaimer: flag,
  ai_disclaimer: lenient(text),
  ai_opt_out_request_url: address,
  questions: Questions,
  location_questions: Questions,
  compliance: list(z.object({ description: lenient(text), questions: list(Question) })),
  demographic_questions: lenient(
    z.object({
      header: lenient(text),
      description: lenient(text),
      questions: list(DemographicQuestion),
    }),
  ),
  data_compliance: list(
    z.object({
      type: z.string(),
      requires_consent: flag,
      requires_processing_consent: flag,
      requires_retention_consent: flag,
      retention_period: lenient(z.int().positive()),
      demographic_data_consent_applies: flag,
    }),
  ),
  pay_input_ranges: list(
    z.object({
      min_cents: lenient(z.number()),
      max_cents: lenient(z.number()),
      currency_type: lenient(currency),
      title: lenient(text),
      blurb: lenient(text),
    }),
  ),
});

export type JobResponse = z.infer<typeof JobResponse>;
export type Question = z.infer<typeof Question>;
export type Listed = z.infer<typeof Listed>;
