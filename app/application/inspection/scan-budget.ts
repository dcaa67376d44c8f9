/** Work that a file of any size may cause, in bytes. A larger file may cause as much more as it is larger. */
const BASE_BYTES = 128 * 1024;

/** Limit on all work for a file, in bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Limits the work that a file's structure causes, such as unpacking. The limit grows with the file's size, so a
 * small file cannot cause the work of a large file. Searching the file's own bytes is free.
 */
export class ScanBudget {
  #spent = 0;

  /**
   * Spends bytes of work.
   * @param seen number of the file's bytes that were scanned so far
   * @returns whether the work is within the limit
   */
  spend(bytes: number, seen: number): boolean {
    this.#spent += bytes;
    return this.#spent <= Math.min(MAX_BYTES, BASE_BYTES + seen);
  }
}
