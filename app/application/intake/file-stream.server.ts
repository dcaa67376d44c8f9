import type { HeldCv } from "../model/application";
import type { NewFile } from "../delivery/store.server";
import { logHoldFailure, type ApplicationHandle } from "../delivery/applications.server";

/**
 * Streams a file to the application's object. If the object cannot take it, `end` says so and nothing
 * throws, because the rest of the form must be read all the same.
 */
export class FileStream {
  readonly #open: () => Promise<ApplicationHandle>;
  readonly #file: NewFile;
  #stream: ReturnType<typeof openStream> | undefined;
  #isLost = false;

  /** @param open opens the application, when the first bytes have come */
  constructor(open: () => Promise<ApplicationHandle>, file: NewFile) {
    this.#open = open;
    this.#file = file;
  }

  /** Resolves when the object has the bytes. They must not change before. */
  async append(bytes: Uint8Array): Promise<void> {
    if (this.#isLost) return;
    try {
      this.#stream ??= openStream(await this.#open(), this.#file);
      await this.#stream.writer.write(bytes);
    } catch (error) {
      logHoldFailure(error);
      this.#isLost = true;
    }
  }

  /**
   * Ends the upload.
   *
   * @returns the object's number for the file; why, if nothing was kept
   */
  async end(): Promise<number | "wrong-type" | "too-large" | "not-held"> {
    if (!this.#stream || this.#isLost) return "not-held";
    try {
      await this.#stream.writer.close();
      const received = await this.#stream.received;
      return typeof received === "object" ? received.upload : (received ?? "wrong-type");
    } catch (error) {
      logHoldFailure(error);
      return "not-held";
    }
  }

  /** Breaks the upload off: the object forgets the bytes that came. */
  async discard(): Promise<void> {
    this.#isLost = true;
    await this.#stream?.writer.abort().catch(() => undefined);
    await this.#stream?.received.catch(() => undefined);
  }
}

/** Opens a stream into an application's object; `received` is the object's answer at the end. */
function openStream({ object }: ApplicationHandle, file: NewFile) {
  const { readable, writable } = new IdentityTransformStream();
  const received: Promise<HeldCv | "too-large" | undefined> = object.receiveFile(file, readable);
  // Awaited only at the end. If it fails before, the writer fails too, and that is handled.
  received.catch(() => undefined);
  return { writer: writable.getWriter(), received };
}
