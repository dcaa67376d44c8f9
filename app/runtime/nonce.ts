/** Creates 128 random bits as base64, for a response's scripts and styles. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}
