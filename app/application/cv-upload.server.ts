import { concatenated } from "./multipart.server";
import type { CvFile } from "./object/cv-store.server";
import type { ApplicationHandle } from "./object/applications.server";

/** How much is gathered before it is handed to the object: one call for each costs more than memory. */
const FLUSH_BYTES = 256 * 1024;

/**
 * A file on its way to the application's object. When the object cannot take it, it says so at the
 * end and throws nothing: the form that it came with is to be read to its end all the same.
 */
export class CvUpload {
  readonly #open: () => Promise<ApplicationHandle>;
  readonly #file: CvFile;
  #upload: number | undefined;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #isLost = false;

  /** @param open gives the application, which may be new */
  constructor(open: () => Promise<ApplicationHandle>, file: CvFile) {
    this.#open = open;
    this.#file = file;
  }

  async append(bytes: Uint8Array): Promise<void> {
    if (this.#isLost) return;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.byteLength;
    if (this.#pendingBytes >= FLUSH_BYTES) await this.#orLost(() => this.#flush());
  }

  /**
   * Ends the upload.
   *
   * @returns the object's number for it; "wrong-type" or "not-held" where nothing is kept
   */
  async end(): Promise<number | "wrong-type" | "not-held"> {
    const accepted = await this.#orLost(async () => {
      await this.#flush();
      const { object } = await this.#open();
      return this.#upload === undefined ? undefined : object.closeCv(this.#upload);
    });
    if (this.#isLost) return "not-held";
    return accepted?.upload ?? "wrong-type";
  }

  /** Has the object forget what came of it. */
  async discard(): Promise<void> {
    const upload = this.#upload;
    if (upload === undefined) return;
    await this.#orLost(async () => (await this.#open()).object.discardCv(upload));
  }

  async #flush(): Promise<void> {
    if (this.#pendingBytes === 0) return;
    const { object } = await this.#open();
    this.#upload ??= await object.openCv(this.#file);
    await object.appendCv(this.#upload, concatenated(this.#pending));
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  async #orLost<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#isLost) return undefined;
    try {
      return await work();
    } catch (error) {
      logNotHeld(error);
      this.#isLost = true;
      this.#pending = [];
      return undefined;
    }
  }
}

/** Says that an application could not be kept; of it, nothing. */
export function logNotHeld(error: unknown): void {
  console.error("An application could not be held:", error);
}
