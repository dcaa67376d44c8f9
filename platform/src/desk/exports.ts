import { makeZip } from "client-zip";
import { receiptNumber } from "../../../contract/receipt-number";
import { cvKey, fileKey } from "../files";
import type { Env } from "../env";
import { formatValue, isVoluntary, getLabel, formatSource } from "./answers";
import { BOM, csvRow } from "./csv";
import { safeName, safeStem, uniqueNames } from "./file-names";
import type { ApplicationRow, PositionRow, Records } from "./records";
import type { Texts } from "./texts";

interface Column {
  heading: string;
  cell: (application: ApplicationRow, receipt: string) => string;
}

export const EXPORTS = ["csv", "zip", "voluntary"] as const;

export async function hasVoluntaryAnswers(records: Records, { uuid, asks }: PositionRow) {
  return (await records.listAnswered(uuid)).fields.some((field) => isVoluntary(asks, field));
}

/** Exports a position's applications as CSV, in the order of arrival. @param voluntary see `createColumns` */
export async function* createCsv(
  records: Records,
  position: PositionRow,
  texts: Texts,
  voluntary = false,
): AsyncGenerator<string, void> {
  const columns = await createColumns(records, position, texts, voluntary);
  yield BOM + csvRow(columns.map(({ heading }) => heading));
  for await (const application of readAll(records, position)) {
    const { idempotency_key: key } = application;
    const receipt = key === null ? "" : await receiptNumber(key);
    yield csvRow(columns.map(({ cell }) => cell(application, receipt)));
  }
}

/** Streams a position's applications as a ZIP. */
export function createZip(
  env: Env,
  records: Records,
  position: PositionRow,
  texts: Texts,
): ReadableStream<Uint8Array> {
  return makeZip(zipEntries(env, records, position, texts), { buffersAreUTF8: true });
}

async function* zipEntries({ CVS }: Env, records: Records, position: PositionRow, texts: Texts) {
  const csv = createCsv(records, position, texts);
  yield { name: "applications.csv", input: csv, lastModified: new Date() };
  if (await hasVoluntaryAnswers(records, position)) {
    const voluntary = createCsv(records, position, texts, true);
    yield { name: "voluntary.csv", input: voluntary, lastModified: new Date() };
  }
  for await (const application of readAll(records, position)) {
    const lastModified = new Date(application.created_at);
    for (const { key, path } of listFiles(application, position)) {
      const object = await CVS.get(key);
      yield object
        ? { name: path, input: object.body as ReadableStream<Uint8Array>, lastModified }
        : { name: `${path}.txt`, input: texts.missingFile, lastModified };
    }
  }
}

/** Lists the R2 keys of an application's files, with their paths in the ZIP. */
function listFiles(application: ApplicationRow, { asks }: PositionRow) {
  const { id, number, cv_name, files } = application;
  const person = safeStem(`${application.first_name} ${application.last_name}`, "-");
  const folder = `${String(number).padStart(4, "0")} ${person}`;
  const unique = uniqueNames();
  const all = [
    ...(cv_name === null ? [] : [{ key: cvKey(id), name: cv_name, top: "files" }]),
    ...files.map((file, index) => ({
      key: fileKey(id, index),
      name: file.name,
      top: isVoluntary(asks, { ...file, id: file.field }) ? "voluntary" : "files",
    })),
  ];
  return all.map(({ key, name, top }) => ({
    key,
    path: `${top}/${folder}/${unique(safeName(name))}`,
  }));
}

async function* readAll(records: Records, { uuid }: PositionRow): AsyncGenerator<ApplicationRow> {
  for (let last = 0; ;) {
    const rows = await records.listAfter(uuid, last);
    yield* rows;
    const end = rows.at(-1);
    if (!end) return;
    last = end.number;
  }
}

/** Creates the columns. @param voluntary whether to return only the number and the voluntary answers */
async function createColumns(
  records: Records,
  { uuid, asks }: PositionRow,
  texts: Texts,
  voluntary: boolean,
): Promise<Column[]> {
  const { columns } = texts;
  const answered = await records.listAnswered(uuid);
  const order = new Map((asks.fields ?? []).map(({ id }, index) => [id, index]));
  const position = (id: string) => order.get(id) ?? Infinity;
  const voluntaryIds = new Set(
    answered.fields.filter((field) => isVoluntary(asks, field)).map(({ id }) => id),
  );
  const fields: Column[] = [...new Map(answered.fields.map(({ id, label }) => [id, label]))]
    .filter(([id]) => voluntaryIds.has(id) === voluntary)
    .sort(([one], [other]) => position(one) - position(other))
    .map(([id, label]) => ({
      heading: getLabel(label, id, texts),
      cell: (application) => {
        const answer = application.fields.find((stored) => stored.id === id);
        const field = asks.fields?.find((one) => one.id === id);
        return answer ? formatValue(answer.value, field, texts) : "";
      },
    }));
  const number: Column = { heading: columns.number, cell: (row) => String(row.number) };
  if (voluntary) return [number, ...fields];

  const questions = (from: "killer_questions" | "open_questions", labels: string[]): Column[] =>
    labels.map((label) => ({
      heading: label,
      cell: (application) =>
        application[from].find(({ question }) => question === label)?.answer ?? "",
    }));
  return [
    number,
    { heading: texts.received, cell: ({ created_at }) => created_at },
    { heading: columns.mark, cell: ({ mark }) => texts.marks[mark] },
    { heading: texts.receipt, cell: (_, receipt) => receipt },
    { heading: columns.firstName, cell: ({ first_name }) => first_name },
    { heading: columns.lastName, cell: ({ last_name }) => last_name },
    { heading: texts.phone, cell: ({ phone }) => phone ?? "" },
    ...questions("killer_questions", answered.killer),
    ...questions("open_questions", answered.open),
    { heading: columns.cv, cell: ({ cv_name }) => cv_name ?? "" },
    {
      heading: texts.files,
      cell: ({ files }) =>
        files
          .filter((file) => !isVoluntary(asks, { ...file, id: file.field }))
          .map(({ name }) => name)
          .join(", "),
    },
    { heading: texts.source, cell: formatSource },
    {
      heading: texts.warnings,
      cell: ({ suspect }) => suspect.map((one) => texts.suspicions[one]).join(" "),
    },
    { heading: columns.note, cell: ({ note }) => note },
    ...fields,
  ];
}
