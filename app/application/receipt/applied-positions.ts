import { readItem, writeItem } from "../draft/keys";

/** Key of the list of positions already applied to (specification, section 3). */
const APPLIED_KEY = "appliedPositions";

/** Key of a position's receipt id. */
const receiptKey = (positionUuid: string): string => "puertaReceipt:" + positionUuid;

/** The stored list, or an empty one if the stored value is invalid. */
function readList(): string[] {
  try {
    const list: unknown = JSON.parse(readItem(APPLIED_KEY) ?? "[]");
    return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}

/** The list without a position. Other sites may store uuids in upper case. */
const listWithout = (positionUuid: string) =>
  readList().filter((uuid) => uuid.toLowerCase() !== positionUuid.toLowerCase());

const writeList = (list: string[]) => writeItem(APPLIED_KEY, JSON.stringify(list));

/** Whether the candidate applied to a position in this browser. */
export const hasApplied = (positionUuid: string): boolean =>
  listWithout(positionUuid).length < readList().length;

export function rememberApplied(positionUuid: string): void {
  // Storing it again would notify other tabs, which would store theirs.
  if (!hasApplied(positionUuid)) writeList([...readList(), positionUuid]);
}

/** Used if an application could not be delivered. */
export const forgetApplied = (positionUuid: string): void => writeList(listWithout(positionUuid));

/** The id of a position's receipt, if this browser has one. Not validated: the server checks it. */
export const readReceiptId = (positionUuid: string): string | undefined =>
  readItem(receiptKey(positionUuid)) ?? undefined;

/** Stores the id of a position's receipt, or removes it. */
export const storeReceiptId = (positionUuid: string, receiptId?: string): void =>
  writeItem(receiptKey(positionUuid), receiptId);
