import { filePart } from "../../../contract/application";
import type { ApplyOutcome, HiringPlatform } from "../../platform/types";
import { PlatformError } from "../../platform/errors";
import { CV_FIELD, filesIn } from "../model/files";
import type { StoredFile } from "./file-rows.server";
import type { FileStore } from "./file-store.server";
import type { Contents, Sending } from "./state";

interface AttemptOptions {
  platform: Pick<HiringPlatform, "apply" | "position">;
  files: FileStore;
  /** How long the token of a bot check is valid, in ms. */
  botTokenMs: number;
}

/** Nothing was sent: the stored files of these fields are missing or damaged. */
interface FilesLost {
  outcome: "cv-gone";
  fields: string[];
  /** It was found when the files were read to be sent: the candidate counts on them. */
  isDamaged: true;
}

/**
 * What came of an attempt. `unconfirmed`: the platform is there, and said yes in an HTML page, which
 * is no answer of its contract.
 */
export type AttemptOutcome =
  | Exclude<ApplyOutcome, { outcome: "doubted" }>
  | FilesLost
  | { outcome: "unconfirmed" };

/** One attempt to deliver an application (design, section 6). Never throws. */
export async function attempt(sending: Sending, options: AttemptOptions): Promise<AttemptOutcome> {
  const outcome = await applyOnce(sending, options);
  if (outcome.outcome !== "doubted") return outcome;
  const { status } = outcome;
  const isThere = await options.platform.position(sending.positionUuid).then(
    () => true,
    // A position may have been closed meanwhile.
    (error: unknown) => error instanceof PlatformError && error.kind === "closed",
  );
  return isThere ? { outcome: "unconfirmed" } : { outcome: "unreachable", status };
}

async function applyOnce(
  { positionUuid, contents, attempts, record, wasRefused, startedAt }: Sending,
  { platform, files, botTokenMs }: AttemptOptions,
): Promise<ApplyOutcome | FilesLost> {
  const sent: StoredFile[] = [];
  const lost: string[] = [];
  let hasActiveFile = false;
  for (const { field, upload } of filesIn(contents)) {
    const file = await files.intact(upload);
    if (file) sent.push(file);
    else lost.push(field);
    hasActiveFile ||= await files.hasActiveContent(upload);
  }
  if (lost.length > 0) {
    console.error("A stored file of an application is missing or damaged: it is not sent");
    return { outcome: "cv-gone", fields: lost, isDamaged: true };
  }
  const isTokenFresh = startedAt - record.sentAt < botTokenMs && !wasRefused;
  const fields = platformFields(contents, isTokenFresh ? contents.recaptchaToken : "");
  const apply = (csrfToken: string | undefined) =>
    platform.apply({
      clientRef: contents.clientUuid,
      positionId: positionUuid,
      fields,
      files: sent.map(({ field, upload, name, contentType, size }) => ({
        name: field === CV_FIELD ? CV_FIELD : filePart(field),
        content: { fileName: name, contentType, size, stream: () => files.bytes(upload) },
      })),
      ...(csrfToken !== undefined && { csrfToken }),
      idempotencyKey: contents.applicationId,
      isSuspect: contents.isSuspect ?? false,
      hasActiveFile,
    });
  /** The position's CSRF token of now; if it cannot be read, the one that is known. */
  const freshToken = () =>
    platform.position(positionUuid).then(
      (position) => position.csrfToken ?? contents.csrfToken,
      () => contents.csrfToken,
    );

  if (attempts > 1) return apply(await freshToken());
  const outcome = await apply(contents.csrfToken);
  const isTurnedAway = outcome.outcome === "unreachable" && outcome.status === 403;
  return isTurnedAway ? apply(await freshToken()) : outcome;
}

/**
 * The fields of the specification's section 3, in its order, without the CV and the CSRF token; then
 * those of the contract's extension (design, section 4b).
 */
function platformFields(
  { application, fields, voluntary, source }: Contents,
  recaptchaToken: string,
): [string, string][] {
  const { firstName, lastName, phone, killerQuestions, openQuestions } = application;
  return [
    ["first_name", firstName],
    ["last_name", lastName],
    // A position may do without one.
    ...(phone === "" ? [] : [["phone", phone] satisfies [string, string]]),
    ["privacy_policy", "true"],
    ["killer_questions", JSON.stringify(killerQuestions)],
    ...(openQuestions.length > 0
      ? [["open_questions", JSON.stringify(openQuestions)] satisfies [string, string]]
      : []),
    ["recaptcha_token", recaptchaToken],
    ...[joined(fields, voluntary)].flatMap((list): [string, string][] =>
      list === undefined ? [] : [["fields", list]],
    ),
    ...(source === undefined ? [] : [["source", source] satisfies [string, string]]),
  ];
}

/** Two lists in JSON as one; undefined if there is neither. */
function joined(fields?: string, voluntary?: string): string | undefined {
  if (fields === undefined || voluntary === undefined) return fields ?? voluntary;
  return JSON.stringify([
    ...(JSON.parse(fields) as unknown[]), // the lists that intake wrote
    ...(JSON.parse(voluntary) as unknown[]), // as above
  ]);
}
