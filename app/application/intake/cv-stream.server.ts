import type { HeldCv } from "../model/application";
import type { CvFile } from "../delivery/cv-rows.server";
import { logNotHeld, type ApplicationHandle } from "../delivery/applications.server";

/**
 * A file on its way to the application's object, as a stream. When the object cannot take it, it
 * says so at the end and throws nothing: the form that it came with is to be read to its end all
 * the same.
 */
export class CvStream {
  readonly #open: () => Promise<ApplicationHandle>;
  readonly #file: CvFile;
  #stream: ReturnType<typeof streamTo> | undefined;
  #isLost = false;

  /** @param open gives the application, when the first bytes are there */
  constructor(open: () => Promise<ApplicationHandle>, file: CvFile) {
    this.#open = open;
    this.#file = file;
  }

  /** Resolves when the object has the bytes: until then they must not change. */
  async append(bytes: Uint8Array): Promise<void> {
    if (this.#isLost) return;
    try {
      this.#stream ??= streamTo(await this.#open(), this.#file);
      await this.#stream.writer.write(bytes);
    } catch (error) {
      logNotHeld(error);
      this.#isLost = true;
    }
  }

  /**
   * Ends the upload.
   *
   * @returns the object's number for it; "wrong-type" or "not-held" where nothing is kept
   */
  async end(): Promise<number | "wrong-type" | "not-held"> {
    if (!this.#stream || this.#isLost) return "not-held";
    try {
      await this.#stream.writer.close();
      return (await this.#stream.received)?.upload ?? "wrong-type";
    } catch (error) {
      logNotHeld(error);
      return "not-held";
    }
  }

  /** Breaks it off: the object forgets what came of it. */
  async discard(): Promise<void> {
    this.#isLost = true;
    await this.#stream?.writer.abort().catch(() => undefined);
    await this.#stream?.received.catch(() => undefined);
  }
}

/** A way for bytes into an application's object, and what it says of them in the end. */
function streamTo({ object }: ApplicationHandle, file: CvFile) {
  const { readable, writable } = new IdentityTransformStream();
  const received: Promise<HeldCv | undefined> = object.receiveCv(file, readable);
  // It is listened to at the end; until then its failure is seen by the writer.
  received.catch(() => undefined);
  return { writer: writable.getWriter(), received };
}
