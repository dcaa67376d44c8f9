import * as z from "zod";
import { currency } from "~/contract/facts";
import { WORKPLACES } from "~/contract/lists";
import { line, oneOf, text } from "~/contract/values";
import { address, date, flag, list, lenient, questions } from "../format";

const id = z.string().regex(/^[A-Za-z0-9-]{1,36}$/);

const place = lenient(
  z.object({
    postalAddress: lenient(
      z.object({
        addressLocality: lenient(text),
        addressRegion: lenient(text),
        addressCountry: lenient(text),
      }),
    ),
  }),
);

/** A posting on the public board. */
export const Posting = z.object({
  id,
  title: text,
  department: lenient(line),
  employmentType: lenient(text),
  location: lenient(text),
  address: place,
  secondaryLocations: list(z.object({ location: lenient(text), address: place })),
  isRemote: flag,
  workplaceType: lenient(oneOf(WORKPLACES)),
  publishedAt: date,
  // Postings without `isListed` are left out.
  isListed: z.boolean(),
  jobUrl: address,
  applyUrl: address,
  descriptionHtml: lenient(z.string()),
  shouldDisplayCompensationOnJobPostings: flag,
  compensation: lenient(
    z.object({
      compensationTierSummary: lenient(text),
      /** The part of the summary about the salary. */
      scrapeableCompensationSalarySummary: lenient(text),
      summaryComponents: list(
        z.object({
          compensationType: z.string(),
          interval: lenient(text),
          currencyCode: lenient(currency),
          minValue: lenient(z.number().nonnegative()),
          maxValue: lenient(z.number().nonnegative()),
        }),
      ),
    }),
  ),
});

export type Posting = z.infer<typeof Posting>;

/** `GET /posting-api/job-board/{name}`. */
export const Board = z.object({ jobs: z.array(z.unknown()) });

const option = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const FormField = z.object({
  isRequired: z.boolean().nullish(),
  isHidden: flag,
  descriptionHtml: lenient(text),
  field: z.object({
    path: text,
    title: lenient(text),
    type: z.string(),
    selectableValues: z
      .array(z.object({ value: option, label: lenient(text) }))
      .nullish()
      .transform((values) =>
        (values ?? []).map(({ value, label }) => ({ value, label: label ?? value })),
      ),
  }),
});

const Fields = questions(FormField, {
  isRequired: true,
  isHidden: undefined,
  descriptionHtml: undefined,
  field: { path: "unreadable", title: undefined, type: "unreadable", selectableValues: [] },
});

const Section = z.object({
  title: lenient(text),
  descriptionHtml: lenient(text),
  isHidden: flag,
  fields: Fields,
});

/** In the API reference, forms have sections. In the guide to career pages, they have only fields. */
const Form = z.union([
  z.object({ sections: z.array(Section) }),
  z.object({ fields: Fields }).transform(({ fields }): { sections: z.infer<typeof Section>[] } => ({
    sections: [{ title: undefined, descriptionHtml: undefined, isHidden: false, fields }],
  })),
]);

/** A successful `POST /jobPosting.info`. */
export const InfoResponse = z.object({
  success: z.literal(true),
  results: z.object({
    applicationDeadline: date,
    applicationLimitCalloutHtml: lenient(text),
    applicationFormDefinition: Form,
    surveyFormDefinitions: z
      .array(z.object({ id, surveyType: lenient(text), formDefinition: Form }))
      .nullish()
      .transform((surveys) => surveys ?? []),
  }),
});

export type Info = z.infer<typeof InfoResponse>["results"];
export type Form = z.infer<typeof Form>;
export type FormField = z.infer<typeof FormField>;

/** A response with `success: false` and any status. Errors are strings or objects. */
export const Refused = z.object({
  success: z.literal(false),
  errors: list(
    z.union([
      z.string().transform((message) => ({ message, parameter: undefined })),
      z.object({ message: text, parameter: lenient(text) }),
    ]),
  ),
  errorInfo: lenient(z.object({ code: lenient(text), message: lenient(text) })),
});

export type Refused = z.infer<typeof Refused>;

/** A successful `POST /applicationForm.submit`. */
export const Submitted = z.object({
  success: z.literal(true),
  results: lenient(
    z.object({
      submittedFormInstance: lenient(z.object({ id: lenient(text) })),
      formMessages: lenient(
        z.object({ blocked: flag, blockMessageForCandidateHtml: lenient(text) }),
      ),
    }),
  ),
});

/** A successful `POST /file.createFileUploadHandle`. */
export const UploadHandleResponse = z.object({
  success: z.literal(true),
  results: z.object({
    handle: text,
    url: z.url({ protocol: /^https?$/ }),
    fields: z.record(z.string(), z.string()),
  }),
});

/** A successful `POST /application.info`. */
export const ApplicationInfo = z.object({
  success: z.literal(true),
  results: z.object({ id: text, candidate: z.object({ id: text }) }),
});
