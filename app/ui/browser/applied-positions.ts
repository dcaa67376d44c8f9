import { readItem, writeItem } from "./local-storage";

const APPLIED_KEY = "appliedPositions";

const receiptKey = (positionUuid: string): string => "puertaReceipt:" + positionUuid;

/** Returns the stored list, or an empty list if the stored value is invalid. */
function readList(): string[] {
  try {
    const list: unknown = JSON.parse(readItem(APPLIED_KEY) ?? "[]");
    return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}

/** Returns the list without a position. Other scripts may store uuids in upper case. */
const listWithout = (positionUuid: string) =>
  readList().filter((uuid) => uuid.toLowerCase() !== positionUuid.toLowerCase());

const writeList = (list: string[]) => writeItem(APPLIED_KEY, JSON.stringify(list));

/** Whether the candidate applied for any position in this browser. */
export const hasAppliedBefore = (): boolean => !!readItem(APPLIED_KEY);

export const hasApplied = (positionUuid: string): boolean =>
  listWithout(positionUuid).length < readList().length;

export function rememberApplied(positionUuid: string): void {
  // Another write would notify other tabs, which would then write the list again.
  if (!hasApplied(positionUuid)) writeList([...readList(), positionUuid]);
}

export const forgetApplied = (positionUuid: string): void => writeList(listWithout(positionUuid));

/** Returns the id of a position's receipt, if this browser has one. The server validates the id. */
export const readReceiptId = (positionUuid: string): string | undefined =>
  readItem(receiptKey(positionUuid)) ?? undefined;

/** Stores the id of a position's receipt, or removes it. */
export const storeReceiptId = (positionUuid: string, receiptId?: string): void =>
  writeItem(receiptKey(positionUuid), receiptId);
