/** Made-up forms in the shape of Ashby's `jobPosting.info`. */

export const field = (
  type: string,
  path: string,
  title: string,
  isRequired = true,
  more: object = {},
) => ({
  isRequired,
  field: { id: path, type, path, humanReadablePath: title, title, isNullable: false, ...more },
});
export const choices = (...labels: string[]) => ({
  selectableValues: labels.map((label) => ({ label, value: label })),
});
export const section = (fields: unknown[], more: object = {}) => ({ fields, ...more });
export const form = (...sections: unknown[]) => ({ applicationFormDefinition: { sections } });

export const name = field("String", "_systemfield_name", "Name");
export const email = field("Email", "_systemfield_email", "Email");
export const phone = (isRequired: boolean) =>
  field("Phone", "_systemfield_phone", "Phone number", isRequired);
export const resume = (isRequired: boolean) =>
  field("File", "_systemfield_resume", "Resume", isRequired);

/** The path of a company's own question: a uuid, which is its id too. */
export const own = (number: number) =>
  `5c1d0a11-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** Each type of field once. */
export const questions = (isRequired: boolean) => [
  field("String", own(1), "Nearest station", isRequired),
  field("LongText", own(2), "What did you repair last?", isRequired),
  field("RichText", own(3), "Why here?", isRequired),
  field("SocialLink", own(4), "LinkedIn", isRequired),
  field("Number", own(5), "Years of practice", isRequired),
  field("Score", own(6), "How well do you weld?", isRequired),
  field("Date", own(7), "First day", isRequired),
  field("Boolean", own(8), "Do you drive?", isRequired),
  field("ValueSelect", own(9), "Which shift?", isRequired, choices("Early", "Late & night")),
  field("MultiValueSelect", own(10), "Which tools?", isRequired, choices("Lathe", "Mill", "Saw")),
  field("File", own(11), "Portfolio", isRequired),
  field("Location", "_systemfield_location", "Where do you live?", isRequired),
];

const survey = (id: number, surveyType: string, ...fields: unknown[]) => ({
  id: own(id),
  title: `${surveyType} at Taller`,
  surveyType,
  isArchived: false,
  formDefinition: {
    sections: [
      section(fields, { title: null, descriptionHtml: "<p>We ask <b>everybody</b>.</p>" }),
    ],
  },
});

export const eeoc = survey(
  70,
  "EEOC",
  field("ValueSelect", "_systemfield_eeoc_gender", "Gender", true, choices("Woman", "Man")),
  field("ValueSelect", "_systemfield_eeoc_race", "Race", false, choices("One", "Another")),
);
export const diversity = survey(
  71,
  "Diversity",
  field("MultiValueSelect", own(72), "Your colours", false, choices("Red", "Green")),
);
export const questionnaire = survey(
  73,
  "Questionnaire",
  field("Boolean", own(74), "May we keep your data for a year?", true),
);
