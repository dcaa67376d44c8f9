// The globals that neutral code may use, because every runtime has them.

declare class URL {
  constructor(address: string | URL, base?: string | URL);
  static canParse(address: string, base?: string): boolean;
  hash: string;
  host: string;
  hostname: string;
  href: string;
  readonly origin: string;
  password: string;
  pathname: string;
  port: string;
  protocol: string;
  search: string;
  readonly searchParams: URLSearchParams;
  username: string;
}

declare class URLSearchParams {
  constructor(parameters?: string | Record<string, string> | Iterable<[string, string]>);
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  readonly size: number;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}

declare const crypto: {
  subtle: { digest(algorithm: "SHA-256", bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> };
};

declare const console: Record<"warn" | "error", (...values: unknown[]) => void>;
