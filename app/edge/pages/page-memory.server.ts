import type { PageTemplate } from "./page-template.server";

/** A page that is kept, with what tells whether it may still be served. */
export interface KeptPage {
  template: PageTemplate;
  /** The client that the page belongs to; a purge takes all pages of a client. */
  clientUuid: string;
  /** When the first read of the platform began that the page was drawn from, in ms since 1970. */
  readAt: number;
  /** When the platform first answered 404 since then, in ms since 1970. */
  missingSince?: number | undefined;
}

/** What an entry takes besides the bytes of its page, in bytes (an estimate). */
const OVERHEAD = 1024;

/** Pages in memory, up to a number of bytes; the page used longest ago makes room for a new one. */
export class PageMemory {
  readonly #pages = new Map<string, KeptPage>();
  readonly #most: number;
  #bytes = 0;

  /** @param most in bytes; a page that is larger by itself is not kept */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): KeptPage | undefined {
    const page = this.#pages.get(key);
    if (page) {
      // Put at the end: a map keeps its order, so its first page is the one used longest ago.
      this.#pages.delete(key);
      this.#pages.set(key, page);
    }
    return page;
  }

  put(key: string, page: KeptPage): void {
    this.remove(key);
    if (sizeOf(page) > this.#most) return;
    this.#pages.set(key, page);
    this.#bytes += sizeOf(page);
    for (const oldest of this.#pages.keys()) {
      if (this.#bytes <= this.#most) break;
      this.remove(oldest);
    }
  }

  remove(key: string): void {
    const page = this.#pages.get(key);
    if (!page) return;
    this.#pages.delete(key);
    this.#bytes -= sizeOf(page);
  }
}

/** What a place of a source takes, in bytes (an estimate). */
const PLACE = 32;

const sizeOf = ({ template: { bytes, sources } }: KeptPage) =>
  bytes.byteLength + sources.length * PLACE + OVERHEAD;
