import { fieldId } from "~/contract/fields";
import { plainText } from "../html";
import type { Job, JobField, Kind, FieldTarget } from "../system-interface";
import type { Form, FormField, Info } from "./format";
import type { Messages } from "./messages";

/** A field and its target at Ashby. Notes have no target. */
type FieldWithTarget = [field: JobField, target: FieldTarget | undefined];

/** Ids that the adapter uses itself, besides those that the contract reserves. */
const RESERVED_IDS = new Set(["name", "email"]);

/** Types of surveys whose questions are voluntary. */
const VOLUNTARY = new Set(["eeoc", "diversity"]);

export function toForm(
  info: Info,
  messages: Messages,
): Pick<Job, "fields" | "standard" | "fieldTargets"> {
  const shown = visibleSections(info.applicationFormDefinition);
  const fields = shown.flatMap((section) => section.fields);
  const find = (path: string, type?: string) =>
    fields.find(({ field }) => field.path === path) ??
    fields.find(({ field }) => field.type === type);
  const name = find("_systemfield_name");
  const email = find("_systemfield_email", "Email");
  const phone = find("_systemfield_phone", "Phone");
  const cv = find("_systemfield_resume");
  const standardFields = new Set([name, email, phone, cv]);
  const converted = [
    ...(email ? [emailField(email)] : []),
    ...sectionFields(shown, standardFields, messages),
    ...info.surveyFormDefinitions.flatMap(({ id, surveyType, formDefinition }, index) => {
      const options = { survey: id, prefix: `survey${index + 1}_` };
      const all = sectionFields(visibleSections(formDefinition), new Set(), messages, options);
      return VOLUNTARY.has(surveyType?.toLowerCase() ?? "") ? all.map(makeVoluntary) : all;
    }),
  ];
  const standard = Object.entries({ name, phone, cv }).flatMap(([id, formField]) =>
    formField ? [[id, toTarget(formField)] as const] : [],
  );
  const more = converted.flatMap(([{ id }, target]) => (target ? [[id, target] as const] : []));
  return {
    fields: converted.map(([field]) => field),
    standard: { phone: getMode(phone), cv: getMode(cv) },
    fieldTargets: Object.fromEntries([...standard, ...more]),
  };
}

/** Removes the sections and fields that Ashby's page hides. */
const visibleSections = ({ sections }: Form) =>
  sections
    .filter(({ isHidden }) => isHidden !== true)
    .map((section) => ({
      ...section,
      fields: section.fields.filter(({ isHidden }) => isHidden !== true),
    }));

/** Fields are required by default (Ashby's API reference). */
const isRequired = (formField: FormField) => formField.isRequired ?? true;

const getMode = (formField: FormField | undefined) =>
  formField ? (isRequired(formField) ? "required" : "optional") : "off";

const toTarget = ({ field: { path, type, title } }: FormField, survey?: string): FieldTarget => ({
  path,
  type,
  ...(title !== undefined && { title }),
  ...(survey !== undefined && { survey }),
});

const makeVoluntary = ([field, target]: FieldWithTarget): FieldWithTarget => [
  { ...field, required: false, section: "voluntary" },
  target,
];

function emailField(formField: FormField): FieldWithTarget {
  return [{ id: "email", kind: "email", required: isRequired(formField) }, toTarget(formField)];
}

/** Converts sections to fields, without the standard fields. Titles and descriptions become notes. */
function sectionFields(
  sections: Form["sections"],
  standardFields: ReadonlySet<FormField | undefined>,
  messages: Messages,
  { survey, prefix = "" }: { survey?: string; prefix?: string } = {},
): FieldWithTarget[] {
  return sections.flatMap(({ title, descriptionHtml, fields }, index) => {
    const converted = fields.flatMap((formField, place) =>
      standardFields.has(formField)
        ? []
        : toFields(
            formField,
            prefix + createId(formField.field.path, `${index}_${place}`),
            messages,
            survey,
          ),
    );
    const description = descriptionHtml === undefined ? "" : plainText(descriptionHtml);
    // Leave out the title of a section that has only standard fields.
    const texts = converted.length > 0 ? [title, description] : [description];
    const label = texts.filter((part) => part !== undefined && part !== "").join("\n");
    const note: FieldWithTarget = [
      { id: `${prefix}note_${index}`, kind: "note", label },
      undefined,
    ];
    return label === "" ? converted : [note, ...converted];
  });
}

/** Creates a field id from the path, or from the field's place in the form if the path cannot be an id. */
function createId(path: string, position: string): string {
  const id = path.replace(/^_systemfield_/, "");
  // 46 characters leave room for a survey's prefix, and for `_country` after a location's id.
  const isUsable = id.length <= 46 && fieldId.safeParse(id).success;
  return isUsable && !RESERVED_IDS.has(id) ? id : `field_${position}`;
}

function toFields(
  formField: FormField,
  id: string,
  messages: Messages,
  survey?: string,
): FieldWithTarget[] {
  const { title, path } = formField.field;
  const target = toTarget(formField, survey);
  const field = {
    id,
    label: title ?? path,
    required: isRequired(formField),
    ...(formField.descriptionHtml !== undefined && { hint: plainText(formField.descriptionHtml) }),
  };
  if (formField.field.type !== "Location")
    return [[{ ...field, ...getKind(formField.field) }, target]];
  // Ashby expects city, region and country as separate properties.
  return (["city", "region", "country"] as const).map((part): FieldWithTarget => [
    {
      ...field,
      id: `${id}_${part}`,
      kind: "text",
      label: `${field.label} – ${messages[part]}`,
      required: field.required && part !== "region",
      ...(part !== "city" && { hint: undefined }),
    },
    { ...target, part },
  ]);
}

function getKind({ type, selectableValues: options }: FormField["field"]): Kind {
  switch (type) {
    case "String":
    case "Phone":
    case "SocialLink":
      return { kind: "text" };
    case "LongText":
    case "RichText":
      return { kind: "long_text" };
    case "Email":
      return { kind: "email" };
    case "Number":
      return { kind: "number" };
    case "Score":
      return { kind: "one_of", options: SCORES };
    case "Date":
      return { kind: "date" };
    case "Boolean":
      return { kind: "yes_no" };
    case "ValueSelect":
      return { kind: "one_of", options };
    case "MultiValueSelect":
      return { kind: "some_of", options };
    case "File":
      return { kind: "file" };
    default:
      return { kind: `ashby:${type}` };
  }
}

const SCORES = ["1", "2", "3", "4"].map((value) => ({ value, label: value }));
