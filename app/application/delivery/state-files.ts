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
  (state && "lostFiles" in state ? state.lostFiles : undefined) ?? [];

/** Why an application is on the operator's list; null if its state says enough. */
export const reasonIn = (state: ApplicationState): string | null => {
  if (state.state === "failed") return state.reason;
  return lostFilesIn(state).length > 0 ? "file-lost" : null;
};

/** A file that was sent, as a record has it. */
export const sentFileIn = (record: SentRecord | undefined, field: string) =>
  field === CV_FIELD ? record?.cv : record?.files?.find((one) => one.field === field);
