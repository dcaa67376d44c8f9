// workerd's `crypto` has a streaming digest, which the browser's types lack.
const streams = crypto as typeof crypto & { DigestStream: typeof DigestStream };

export async function sha256Hex(text: string): Promise<string> {
  return toHex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** Computes the SHA-256 of the bytes passed to `update`. */
export function createSha256() {
  const digest = new streams.DigestStream("SHA-256");
  const writer = digest.getWriter();
  return {
    update: (bytes: Uint8Array) => writer.write(bytes),
    async end(): Promise<string> {
      await writer.close();
      return toHex(await digest.digest);
    },
  };
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
