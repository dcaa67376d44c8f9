import { filePartName } from "~/contract/application";
import { SUSPICIONS } from "~/contract/lists";
import { PlatformError } from "~/app/platform/errors";
import type { HiringPlatform } from "~/app/platform/hiring-platform.server";
import { CV_FIELD } from "../model/files";
import type { Finding } from "../inspection/finding";
import { apply } from "./apply-call.server";
import type { ApplyOutcome, AttemptOutcome, FilesLost, FormDamaged } from "./attempt-outcome";
import { createChecksum } from "./digest.server";
import type { Contents, Sending } from "./state";
import type { Store, StoredFile } from "./store.server";
import { findActiveContent } from "./uploads.server";

interface AttemptOptions {
  platform: Pick<HiringPlatform, "connection" | "position">;
  store: Pick<Store, "intactFile" | "bytes" | "openFile" | "finishFile">;
  /** How long a bot-check token is valid, in ms. */
  botTokenMs: number;
  /** How long the receipt is shown, in ms. */
  receiptMs: number;
}

export async function makeAttempt(
  sending: Sending,
  options: AttemptOptions,
): Promise<AttemptOutcome> {
  const outcome = await applyOnce(sending, options);
  if (outcome.outcome !== "unverified") return outcome;
  const { status } = outcome;
  const isPlatformUp = await options.platform.position(sending.positionUuid).then(
    () => true,
    (error: unknown) => error instanceof PlatformError && error.kind === "closed",
  );
  return isPlatformUp ? { outcome: "unconfirmed" } : { outcome: "unreachable", status };
}

async function applyOnce(
  sending: Sending,
  { platform, store, botTokenMs, receiptMs }: AttemptOptions,
): Promise<ApplyOutcome | FilesLost | FormDamaged> {
  const { positionUuid, contents, attempts, record, wasRefused, startedAt, checksum } = sending;
  const files: StoredFile[] = [];
  const lost: string[] = [];
  const findings: Finding[] = [];
  for (const { field, upload } of contents.files) {
    const file = await store.intactFile(upload);
    if (!file) {
      lost.push(field);
      continue;
    }
    files.push(file);
    findings.push(await findActiveContent(store, file));
  }
  if (lost.length > 0) {
    console.error("An application was not sent: a stored file is missing or damaged");
    return { outcome: "file-gone", fields: lost, isDamaged: true };
  }
  if (checksum !== undefined && checksum !== createChecksum(sending, files)) {
    console.error("An application was not sent: the stored form is damaged");
    return { outcome: "form-damaged" };
  }
  const isTokenFresh = startedAt - record.sentAt < botTokenMs && !wasRefused;
  const fields = platformFields(contents, isTokenFresh ? contents.recaptchaToken : "");
  const send = (csrfToken: string | undefined) =>
    apply(platform.connection, {
      clientRef: contents.clientUuid,
      positionId: positionUuid,
      fields,
      files: files.map(({ field, upload, name, contentType, size }) => ({
        name: field === CV_FIELD ? CV_FIELD : filePartName(field),
        content: { fileName: name, contentType, size, stream: () => store.bytes(upload) },
      })),
      ...(csrfToken !== undefined && { csrfToken }),
      idempotencyKey: contents.ownKey ?? contents.applicationId,
      language: contents.pageLanguage,
      receipt: { id: record.receiptId, until: record.sentAt + receiptMs },
      suspicions: SUSPICIONS.filter((suspicion) => {
        if (suspicion === "honeypot") return contents.isSuspect;
        return findings.includes(suspicion === "active-file" ? "active" : "unchecked");
      }),
    });
  /** Reads the current CSRF token. Falls back to the stored token. */
  const readCsrfToken = () =>
    platform.position(positionUuid).then(
      (position) => position.csrfToken ?? contents.csrfToken,
      () => contents.csrfToken,
    );

  if (attempts > 1) return send(await readCsrfToken());
  const outcome = await send(contents.csrfToken);
  const isForbidden = outcome.outcome === "unreachable" && outcome.status === 403;
  return isForbidden ? send(await readCsrfToken()) : outcome;
}

function platformFields(
  { application, fields = [], voluntary = [], source }: Contents,
  recaptchaToken: string,
): [string, string][] {
  const { firstName, lastName, phone, killerQuestions, openQuestions } = application;
  const answers = [...fields, ...voluntary];
  const all: [string, string | undefined][] = [
    ["first_name", firstName],
    ["last_name", lastName],
    // Some positions do not require a phone number.
    ["phone", phone === "" ? undefined : phone],
    ["privacy_policy", "true"],
    ["killer_questions", JSON.stringify(killerQuestions)],
    ["open_questions", openQuestions.length > 0 ? JSON.stringify(openQuestions) : undefined],
    ["recaptcha_token", recaptchaToken],
    ["fields", answers.length > 0 ? JSON.stringify(answers) : undefined],
    ["source", source && JSON.stringify(source)],
  ];
  return all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}
