import { z } from "zod";
import { CV_FIELD, HELD_MOST_BYTES } from "../model/files";
import { PIECE_MOST_BYTES } from "../model/piece";
import type { NamedFile, StoredFile } from "./file-rows.server";
import type { FileStore } from "./file-store.server";

/**
 * The most requests about uploads that one application takes in an hour, beyond those that bring a file on.
 */
const IDLE_REQUESTS_AN_HOUR = 1000;
/**
 * A piece of so many bytes brings a file on, or one that ends it. It makes up for itself, and for a question
 * where to go on.
 */
const PIECE_LEAST_BYTES = 16 * 1024;
/** The most uploads that may be under way for one field. */
const UNFINISHED_MOST = 3;
const HOUR_MS = 60 * 60 * 1000;

/** How much of an upload the object has: `offset` of `length` bytes. */
export interface UploadProgress {
  offset: number;
  length: number;
}

/** Whether an upload was begun. `sent`: the application was sent. `not-yours`: another position's. */
export type BeginAnswer =
  | { outcome: "begun"; upload: number }
  | { outcome: "too-much" | "too-often" | "sent" | "not-yours" };

/** How much of an upload has come in. */
export type ProgressAnswer =
  | ({ outcome: "appended" } & UploadProgress)
  | { outcome: "whole"; cv: StoredFile }
  | { outcome: "gone" | "too-often" | "wrong-type" };

/** What came of a piece. `conflict`: it does not begin where the bytes that are here end. */
export type AppendAnswer =
  | ({ outcome: "appended" } & UploadProgress)
  | ({ outcome: "conflict" } & UploadProgress)
  | { outcome: "whole"; cv: StoredFile }
  | { outcome: "gone" | "too-much" | "too-often" | "wrong-type" };

/**
 * What an application's uploads have used: requests since `since` (ms since 1970) that brought no file on,
 * and bytes in all.
 */
const usedSchema = z.object({
  since: z.number(),
  requests: z.number(),
  /** Of CVs. */
  bytes: z.number(),
  /** Of each other field. */
  others: z.array(z.tuple([z.string(), z.number()])).optional(),
});

type Used = z.infer<typeof usedSchema>;

/** The numbers of the latest uploads. */
const begunSchema = z.array(z.number());

/**
 * Files that come in pieces, and continue after the line was cut. Each field of an application may be
 * sent twice the bytes of its largest file in all, in as many pieces as that takes, and all fields but the
 * CV's together twice what they may hold; an application may send a number of requests an hour that
 * bring nothing on.
 */
export class FileUploads {
  readonly #files: FileStore;
  readonly #kv: SyncKvStorage;
  /** Pieces that are coming in, by upload. A new piece ends one that hangs. */
  readonly #comingIn = new Map<number, { turn: AbortController; ended: Promise<unknown> }>();

  constructor(files: FileStore, kv: SyncKvStorage) {
    this.#files = files;
    this.#kv = kv;
  }

  /** Makes room for a file of `length` bytes, and numbers it. */
  begin(file: NamedFile, length: number, maxCvBytes: number): BeginAnswer {
    const used = this.#use();
    if (!used) return { outcome: "too-often" };
    const { field = CV_FIELD, rules } = file;
    const most = rules?.maxBytes ?? maxCvBytes;
    const isTooMuch = length > most || length > leftOf(used, field, most);
    if (isTooMuch || this.#files.isTooMuch(field, length)) return { outcome: "too-much" };
    const upload = this.#files.begin(file, length);
    // Other tabs may be sending one too. Uploads older than the last few of their field were given up.
    const ofField = this.#begun.filter((one) => this.#files.known(one)?.field === field);
    const givenUp = ofField.slice(0, Math.max(0, ofField.length + 1 - UNFINISHED_MOST));
    const recent = [...this.#begun.filter((one) => !givenUp.includes(one)), upload];
    const there = recent.filter((one) => this.#files.known(one));
    this.#kv.put("begun", there);
    this.#files.discardUnfinished(new Set(there));
    return { outcome: "begun", upload };
  }

  /**
   * How much of an upload has come in. If all its bytes are here, it is closed now: the object may have
   * been stopped between the last piece and its end.
   */
  async progress(upload: number): Promise<ProgressAnswer> {
    if (!this.#use()) return { outcome: "too-often" };
    const progress = this.#files.progress(upload);
    if (!progress) return { outcome: "gone" };
    return progress.offset < progress.length
      ? { outcome: "appended", ...progress }
      : this.#close(upload);
  }

  /**
   * Takes a piece in as it comes, and keeps what came before the line was cut.
   *
   * @param offset where the piece begins
   */
  async append(
    upload: number,
    offset: number,
    content: ReadableStream<Uint8Array>,
    maxCvBytes: number,
  ): Promise<AppendAnswer> {
    const refuse = async (answer: AppendAnswer) => {
      await content.cancel().catch(() => undefined);
      return answer;
    };
    if (!this.#use()) return refuse({ outcome: "too-often" });
    for (let other = this.#comingIn.get(upload); other; other = this.#comingIn.get(upload)) {
      other.turn.abort();
      await other.ended;
    }
    const before = this.#files.progress(upload);
    if (!before) return refuse({ outcome: "gone" });
    if (before.offset !== offset) return refuse({ outcome: "conflict", ...before });

    const turn = new AbortController();
    const { field = CV_FIELD, rules } = this.#files.known(upload) ?? {};
    const left = leftOf(this.#used, field, rules?.maxBytes ?? maxCvBytes);
    const room = Math.min(PIECE_MOST_BYTES, before.length - offset, left);
    const appending = this.#files.append(upload, content, { room, signal: turn.signal });
    const ended = appending.then(
      ({ bytes }) => this.#count(field, bytes, before.offset + bytes === before.length),
      () => undefined,
    );
    this.#comingIn.set(upload, { turn, ended });
    const { isTooMuch } = await appending.finally(() => this.#comingIn.delete(upload));
    await ended;

    const after = this.#files.progress(upload);
    if (!after) return { outcome: "gone" };
    if (isTooMuch) return { outcome: "too-much" };
    return after.offset < after.length ? { outcome: "appended", ...after } : this.#close(upload);
  }

  async #close(
    upload: number,
  ): Promise<{ outcome: "whole"; cv: StoredFile } | { outcome: "wrong-type" }> {
    const cv = this.#files.get(upload) ?? (await this.#files.close(upload));
    return cv ? { outcome: "whole", cv } : { outcome: "wrong-type" };
  }

  /** Forgets an upload that the candidate has given up. */
  async cancel(upload: number): Promise<void> {
    const comingIn = this.#comingIn.get(upload);
    comingIn?.turn.abort();
    await comingIn?.ended;
    // It no longer counts as one of those under way.
    const begun = this.#begun;
    const others = begun.filter((one) => one !== upload);
    if (others.length < begun.length) this.#kv.put("begun", others);
    if (this.#files.progress(upload)) this.#files.discard(upload);
  }

  get #begun(): number[] {
    return begunSchema.safeParse(this.#kv.get("begun")).data ?? [];
  }

  get #used(): Used | undefined {
    return usedSchema.safeParse(this.#kv.get("used")).data;
  }

  /** Counts a request; undefined if too many brought nothing on in this hour. */
  #use(): Used | undefined {
    const now = Date.now();
    const last = this.#used;
    const isNewHour = !last || now - last.since >= HOUR_MS;
    const used = {
      since: isNewHour ? now : last.since,
      requests: (isNewHour ? 0 : last.requests) + 1,
      bytes: last?.bytes ?? 0,
      ...(last?.others && { others: last.others }),
    };
    if (used.requests > IDLE_REQUESTS_AN_HOUR) return undefined;
    this.#kv.put("used", used);
    return used;
  }

  /** Counts the bytes of a piece for a field, and forgets as many requests as it makes up for. */
  #count(field: string, bytes: number, isLast: boolean): void {
    const used = this.#used;
    if (!used) return;
    const madeUp = isLast || bytes >= PIECE_LEAST_BYTES ? 2 : 0;
    const requests = Math.max(0, used.requests - madeUp);
    const others = new Map(used.others);
    const isCv = field === CV_FIELD;
    if (!isCv) others.set(field, (others.get(field) ?? 0) + bytes);
    this.#kv.put("used", {
      ...used,
      requests,
      bytes: used.bytes + (isCv ? bytes : 0),
      ...(others.size > 0 && { others: [...others] }),
    } satisfies Used);
  }
}

/** How many bytes may still be sent for a field. @param most that its file may have */
function leftOf(used: Used | undefined, field: string, most: number): number {
  if (field === CV_FIELD) return 2 * most - (used?.bytes ?? 0);
  const others = new Map(used?.others);
  const all = [...others.values()].reduce((sum, bytes) => sum + bytes, 0);
  return Math.min(2 * most - (others.get(field) ?? 0), 2 * HELD_MOST_BYTES - all);
}
