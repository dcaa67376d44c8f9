import { CV_FIELD, filesIn, type FieldFile } from "../model/files";
import { contentsIn, isUnsent, type ApplicationState, type SentRecord } from "./state";

/** The files that a state refers to, the CV first. */
export function filesOf(state: ApplicationState | undefined): FieldFile[] {
  if (state === undefined) return [];
  return filesIn((isUnsent(state) ? state : contentsIn(state)) ?? {});
}

/** The numbers of the files that a state refers to. */
export const uploadsOf = (state: ApplicationState | undefined): number[] =>
  filesOf(state).map(({ upload }) => upload);

/** Fields whose stored file is missing or damaged. */
export const lostFilesIn = (state: ApplicationState | undefined): readonly string[] =>
  (state?.state === "failed" ? state.lostFiles : undefined) ?? [];

/** The name under which an operator takes a file out: a damaged one says so. */
export const nameForOperator = (
  { field, name }: { field: string; name: string },
  state: ApplicationState | undefined,
): string => (lostFilesIn(state).includes(field) ? `DAMAGED ${name}` : name);

/** A file that was sent, as a record has it. The first builds did not write a CV's number. */
export const sentFileIn = (record: SentRecord | undefined, field: string) =>
  field === CV_FIELD ? record?.cv : record?.files?.find((one) => one.field === field);
