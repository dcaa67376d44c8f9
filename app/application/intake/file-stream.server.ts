import type { HeldUpload } from "../model/application";
import type { NewFile } from "../delivery/store.server";
import { logHoldFailure, type ApplicationHandle } from "../delivery/applications.server";

/**
 * Streams a file to the application's object. Never throws, because the rest of the form must still be read.
 * After a failure, `end` returns "not-held".
 */
export class FileStream {
  readonly #open: () => Promise<ApplicationHandle>;
  readonly #file: NewFile;
  #stream: ReturnType<typeof openStream> | undefined;
  #isLost = false;

  /** @param open opens the application when the first bytes arrive */
  constructor(open: () => Promise<ApplicationHandle>, file: NewFile) {
    this.#open = open;
    this.#file = file;
  }

  /** Appends bytes. The buffer must not change before the promise resolves. */
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

  /** Ends the upload. @returns the upload number, or why the file was not stored */
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

  /** Aborts the upload. The object drops the bytes that it received. */
  async discard(): Promise<void> {
    this.#isLost = true;
    await this.#stream?.writer.abort().catch(() => undefined);
    await this.#stream?.received.catch(() => undefined);
  }
}

/** Opens a stream to an application's object. `received` resolves to the object's response. */
function openStream({ object }: ApplicationHandle, file: NewFile) {
  const { readable, writable } = new IdentityTransformStream();
  const received: Promise<HeldUpload | "too-large" | undefined> = object.receiveFile(
    file,
    readable,
  );
  // `received` is awaited only at the end, so ignore an earlier rejection here.
  received.catch(() => undefined);
  return { writer: writable.getWriter(), received };
}
