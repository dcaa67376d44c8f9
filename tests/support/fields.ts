import { buildForm, createPdf, sha256 } from "./application-form";
import { fakePositions, type FakePlatform } from "./fake-platform";
import type { ReceivedApplication } from "./fake-platform-records";

/** A position's own fields in the platform's format, with at least one field of every kind. */
const ALL_FIELDS = [
  { id: "email", kind: "email", required: true },
  { id: "cover_letter", kind: "long_text", max: 10_000 },
  { id: "linkedin", kind: "url" },
  { id: "start", kind: "date", label: "¿Cuándo puedes empezar?" },
  {
    id: "pay",
    kind: "number",
    label: "Salario anual",
    hint: "Bruto, en euros",
    min: 0,
    max: 200_000,
  },
  { id: "intro", kind: "note", label: "Lo que sigue lo lee el equipo.\nSin prisa." },
  { id: "permit", kind: "yes_no", label: "¿Tienes permiso de trabajo?", required: true },
  {
    id: "where",
    kind: "one_of",
    label: "¿Desde dónde trabajarías?",
    options: Array.from({ length: 17 }, (_, index) => ({
      value: `c${index + 1}`,
      label: `Comunidad ${index + 1}`,
    })),
  },
  {
    id: "level",
    kind: "one_of",
    label: "Tu nivel de inglés",
    options: [
      { value: "b", label: "Básico" },
      { value: "a", label: "Avanzado" },
    ],
  },
  {
    id: "tools",
    kind: "some_of",
    label: "¿Con qué trabajas?",
    options: [
      { value: "figma", label: "Figma" },
      { value: "css", label: "CSS" },
    ],
  },
  { id: "portfolio", kind: "file", label: "Porfolio", accept: ["pdf"], max: 2_000_000 },
  { id: "keep", kind: "consent", label: "Podéis guardar mis datos un año.", required: true },
  { id: "share", kind: "consent", label: "Podéis enseñárselos a otras empresas del grupo." },
  {
    id: "gender",
    kind: "one_of",
    label: "Género",
    section: "voluntary",
    options: [
      { value: "f", label: "Mujer" },
      { value: "m", label: "Hombre" },
      { value: "x", label: "Otro" },
    ],
  },
  { id: "story", kind: "text", label: "Algo más", section: "voluntary" },
];

export const positionWithFields = () => ({
  fields: ALL_FIELDS,
  sections: { voluntary: { title: "Para contar quiénes somos", note: "No influye en nada." } },
});

/** The texts that a candidate enters in these fields, and the answers that the platform receives. */
export const ALL_ANSWERS = {
  text: {
    "field-email": "maria@ejemplo.es",
    "field-cover_letter": "Hola:\nme gustan las bicicletas.",
    "field-linkedin": "linkedin.com/in/maria",
    "field-start": "3/4/2027",
    "field-pay": "35.000,50",
    "field-permit": "true",
    "field-where": "c3",
    "field-level": "a",
    "field-keep": "Podéis guardar mis datos un año.",
    "field-gender": "f",
    "field-story": "Soy zurda",
  },
  sent: [
    { id: "email", value: "maria@ejemplo.es" },
    { id: "cover_letter", value: "Hola:\nme gustan las bicicletas." },
    { id: "linkedin", value: "https://linkedin.com/in/maria" },
    { id: "start", value: "2027-04-03" },
    { id: "pay", value: "35000.5" },
    { id: "permit", value: true },
    { id: "where", value: "c3" },
    { id: "level", value: "a" },
    { id: "tools", value: ["figma", "css"] },
    { id: "keep", value: { given: true, text: "Podéis guardar mis datos un año." } },
    {
      id: "share",
      value: { given: false, text: "Podéis enseñárselos a otras empresas del grupo." },
    },
    { id: "gender", value: "f" },
    { id: "story", value: "Soy zurda" },
  ],
};

const file = (name: string, control: string, size: number) => {
  const bytes = createPdf(size);
  return { name, control, bytes, sha256: sha256(bytes) };
};

/** The CV and the files of two file fields. The portfolio is too large for one storage row. */
export const FILES = [
  file("cv.pdf", "cv", 5000),
  file("porfolio.pdf", "field-portfolio", 300_000),
  file("certificado.pdf", "field-certificate", 70_000),
] as const;

/** Adds all fields and a second file field to the position without questions. */
export function addAllFields(platform: FakePlatform): void {
  const certificate = { id: "certificate", kind: "file", label: "Certificado" };
  platform.position(fakePositions.plain, {
    ...positionWithFields(),
    fields: [...ALL_FIELDS, certificate],
  });
}

interface FilledIn {
  id?: string;
  files?: readonly (typeof FILES)[number][];
}

/** Builds the form for `addAllFields` from `ALL_ANSWERS` and `files`. */
export function buildFullForm({ id, files = FILES }: FilledIn = {}): FormData {
  const form = buildForm({ ...ALL_ANSWERS.text, ...(id !== undefined && { application_id: id }) });
  for (const tool of ["css", "figma"]) form.append("field-tools", tool);
  for (const { control, bytes, name } of files) form.set(control, new Blob([bytes]), name);
  return form;
}

/** Returns the received answers and file hashes in the format of `EXPECTED_CONTENTS`. */
export const receivedContents = (sent: ReceivedApplication | undefined) => ({
  answers: sent?.answers,
  files: sent?.files.map(({ name, sha256 }) => [name.replace("file:", "field-"), sha256]).sort(),
});

export const EXPECTED_CONTENTS = {
  answers: ALL_ANSWERS.sent,
  files: FILES.map(({ control, sha256 }) => [control, sha256]).sort(),
};
