// Encrypts searches, so that URLs contain no personal data. Only the session that searched can read them.
const encoder = new TextEncoder();

const IV_BYTES = 12;

async function deriveKey(secret: string): Promise<CryptoKey> {
  const bytes = await crypto.subtle.digest("SHA-256", encoder.encode(`desk search ${secret}`));
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}

/** Encrypts text for a URL. @param secret of the session */
export async function seal(text: string, secret: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await deriveKey(secret);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, encoder.encode(text));
  const bytes = [...iv, ...new Uint8Array(sealed)];
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => URL_SAFE[sign] ?? "");
}

const URL_SAFE: Record<string, string> = { "+": "-", "/": "_" };

/** Decrypts text. Returns an empty string if a different session encrypted it. */
export async function unseal(sealed: string, secret: string): Promise<string> {
  try {
    const base64 = sealed.replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const iv = bytes.slice(0, IV_BYTES);
    const key = await deriveKey(secret);
    const data = bytes.slice(IV_BYTES);
    return new TextDecoder().decode(
      await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data),
    );
  } catch {
    return "";
  }
}
