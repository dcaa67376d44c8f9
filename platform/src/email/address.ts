import * as z from "zod";

/**
 * Returns an address to which an email can be sent, with its domain in ASCII. Returns undefined for other addresses,
 * such as those with a quoted part, a comment, an IP address, or letters other than ASCII before the `@`.
 */
export function toSendableAddress(typed: string): string | undefined {
  const [local = "", domain = "", ...more] = typed.split("@");
  // Characters with a meaning in an address list or in SMTP. `URL` also treats some of them as delimiters.
  if (more.length > 0 || /[\s<>()[\]\\,;:"/?#%]/.test(typed)) return undefined;
  const url = `http://${domain}`;
  if (domain === "" || !URL.canParse(url)) return undefined;
  const address = `${local}@${new URL(url).hostname}`;
  return address.length <= 254 && z.email().safeParse(address).success ? address : undefined;
}

/** Domains that ignore dots before the `@`. */
const DOTLESS = /^(gmail|googlemail)\.com$/;

/** Returns the same text for addresses that reach the same mailbox, to limit the emails to a person. */
export function toMailbox(address: string): string {
  const [local = "", domain = ""] = address.toLowerCase().split("@");
  const name = local.replace(/(?<=.)\+.*/, "");
  return DOTLESS.test(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
