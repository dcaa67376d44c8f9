import type { PageTemplate } from "./page-template.server";

/** A page that is kept, with what says how good it still is. */
export interface KeptPage {
  template: PageTemplate;
  /** Whose it is: purged together. */
  clientUuid: string;
  /** When the platform began to be asked for what is on it, in ms since 1970. */
  readAt: number;
}

/** Bytes that an entry takes besides its page. */
const OVERHEAD = 1024;

/** Pages in memory, so many bytes of them: what was used longest ago makes room. */
export class PageMemory {
  readonly #pages = new Map<string, KeptPage>();
  readonly #most: number;
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): KeptPage | undefined {
    const page = this.#pages.get(key);
    if (page) {
      // A map keeps its order: the first is the one that was used longest ago.
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

const sizeOf = ({ template }: KeptPage) => template.bytes.byteLength + OVERHEAD;
