import { makeZip } from "client-zip";
import { receiptNumber } from "~/contract/receipt-number";
import { cvKey, fileKey } from "../files";
import type { Env } from "../env";
import { formatSource, formatValue, getLabel, isVoluntary, createFieldOrder } from "./answers";
import { BOM, csvRow } from "../csv";
import { safeName, safeStem, uniqueNames } from "../file-names";
import type { ApplicationRow, Records, Selection } from "./records";
import type { Texts } from "./texts";

type Column = readonly [
  heading: string,
  cell: (application: ApplicationRow, receipt: string) => string,
];

export const EXPORTS = ["csv", "zip", "voluntary"] as const;

type Answered = Awaited<ReturnType<Records["listAnswered"]>>;

/** Returns the ids of fields that are or were voluntary in any of the forms. */
const listVoluntary = ({ fields, forms }: Answered) =>
  new Set(
    fields.filter((field) => forms.some((asks) => isVoluntary(asks, field))).map(({ id }) => id),
  );

export async function hasVoluntaryAnswers(records: Records, selection: Selection) {
  return listVoluntary(await records.listAnswered(selection)).size > 0;
}

/** Exports applications as CSV, in the order of arrival. @param voluntary see `createColumns` */
export async function* createCsv(
  records: Records,
  selection: Selection,
  texts: Texts,
  voluntary = false,
): AsyncGenerator<string, void> {
  const columns = await createColumns(records, selection, texts, voluntary);
  yield BOM + csvRow(columns.map(([heading]) => heading));
  for await (const application of readAll(records, selection)) {
    const { idempotency_key: key } = application;
    const receipt = key === null ? "" : await receiptNumber(key);
    yield csvRow(columns.map(([, cell]) => cell(application, receipt)));
  }
}

export function createZip(
  env: Env,
  records: Records,
  selection: Selection,
  texts: Texts,
): ReadableStream<Uint8Array> {
  return makeZip(zipEntries(env, records, selection, texts), { buffersAreUTF8: true });
}

async function* zipEntries({ CVS }: Env, records: Records, selection: Selection, texts: Texts) {
  const csv = createCsv(records, selection, texts);
  yield { name: "applications.csv", input: csv, lastModified: new Date() };
  if (await hasVoluntaryAnswers(records, selection)) {
    const voluntary = createCsv(records, selection, texts, true);
    yield { name: "voluntary.csv", input: voluntary, lastModified: new Date() };
  }
  for await (const application of readAll(records, selection)) {
    const lastModified = new Date(application.created_at);
    for (const { key, path } of listPaths(application)) {
      const object = await CVS.get(key);
      yield object
        ? { name: path, input: object.body as ReadableStream<Uint8Array>, lastModified }
        : { name: `${path}.txt`, input: texts.missingFile, lastModified };
    }
  }
}

/** Lists an application's files. The first may be the CV. */
export function listFiles({ id, cv_name, cv_size, files, asks }: ApplicationRow) {
  const cv = { label: undefined, name: cv_name ?? "", size: cv_size ?? 0, isVoluntary: false };
  return [
    ...(cv_name === null ? [] : [{ ...cv, key: cvKey(id), path: "cv" }]),
    ...files.map((file, index) => ({
      ...{ label: file.label, name: file.name, size: file.size, key: fileKey(id, index) },
      path: `files/${index}`,
      isVoluntary: isVoluntary(asks, { ...file, id: file.field }),
    })),
  ];
}
export type ListedFile = ReturnType<typeof listFiles>[number];

/** Lists the R2 keys of an application's files, with their paths in the ZIP. */
function listPaths(application: ApplicationRow) {
  const { number, first_name, last_name } = application;
  const folder = `${String(number).padStart(4, "0")} ${safeStem(`${first_name} ${last_name}`, "-")}`;
  const unique = uniqueNames();
  return listFiles(application).map(({ key, name, isVoluntary: isApart }) => ({
    key,
    path: `${isApart ? "voluntary" : "files"}/${folder}/${unique(safeName(name))}`,
  }));
}

async function* readAll(records: Records, selection: Selection): AsyncGenerator<ApplicationRow> {
  for (let last = 0; ;) {
    const rows = await records.listAfter(selection, last);
    yield* rows;
    const end = rows.at(-1);
    if (!end) return;
    last = end.number;
  }
}

/** Creates the columns. @param voluntary whether to return only the number and the voluntary answers */
async function createColumns(
  records: Records,
  selection: Selection,
  texts: Texts,
  voluntary: boolean,
): Promise<Column[]> {
  const { columns } = texts;
  const answered = await records.listAnswered(selection);
  const position = createFieldOrder({
    fields: answered.forms.flatMap(({ fields = [] }) => fields),
  });
  const voluntaryIds = listVoluntary(answered);
  const fields: Column[] = [...new Map(answered.fields.map(({ id, label }) => [id, label]))]
    .filter(([id]) => voluntaryIds.has(id) === voluntary)
    .sort(([a], [b]) => position(a) - position(b))
    .map(([id, label]) => [
      getLabel(label, id, texts),
      (application) => {
        const answer = application.fields.find((stored) => stored.id === id);
        const field = application.asks.fields?.find((asked) => asked.id === id);
        return answer ? formatValue(answer.value, field, texts) : "";
      },
    ]);
  const number: Column = [columns.number, (row) => String(row.number)];
  if (voluntary) return [number, ...fields];
  const jobs: Column[] = [
    [texts.company, ({ company }) => company],
    [columns.position, ({ position: name }) => name],
  ];
  const questions = (from: "killer_questions" | "open_questions", labels: string[]) =>
    labels.map((label): Column => [
      label,
      (row) => row[from].find(({ question }) => question === label)?.answer ?? "",
    ]);
  const isOther = ({ path, isVoluntary: isApart }: ListedFile) => path !== "cv" && !isApart;
  const namesOf = (files: ListedFile[]) => files.map(({ name }) => name).join(", ");
  return [
    number,
    ...("ids" in selection ? jobs : []),
    [texts.received, ({ created_at }) => created_at],
    [columns.mark, ({ mark }) => texts.marks[mark]],
    [texts.receipt, (_, receipt) => receipt],
    [columns.firstName, ({ first_name }) => first_name],
    [columns.lastName, ({ last_name }) => last_name],
    [texts.phone, ({ phone }) => phone ?? ""],
    ...questions("killer_questions", answered.killer),
    ...questions("open_questions", answered.open),
    [texts.cv, ({ cv_name }) => cv_name ?? ""],
    [texts.files, (row) => namesOf(listFiles(row).filter(isOther))],
    [texts.source, formatSource],
    [
      texts.warnings,
      ({ suspect }) => suspect.map((suspicion) => texts.suspicions[suspicion]).join(" "),
    ],
    [texts.note, ({ note }) => note],
    ...fields,
  ];
}
