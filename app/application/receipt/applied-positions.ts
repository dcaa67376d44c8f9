import { readItem, writeItem } from "../draft/keys";

/** The list of the positions already applied to (specification, section 3). */
const APPLIED_KEY = "appliedPositions";

/** Holds the id of a position's receipt. */
const receiptKey = (positionUuid: string): string => "puertaReceipt:" + positionUuid;

/** The stored list; empty if anything else is stored. */
function readList(): string[] {
  try {
    const list: unknown = JSON.parse(readItem(APPLIED_KEY) ?? "[]");
    return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
  } catch {
    return [];
  }
}

/** The list without a position. Other sites may write a uuid in capitals. */
const listWithout = (positionUuid: string) =>
  readList().filter((uuid) => uuid.toLowerCase() !== positionUuid.toLowerCase());

const writeList = (list: string[]) => writeItem(APPLIED_KEY, JSON.stringify(list));

/** Whether the candidate has applied to a position in this browser. */
export const hasApplied = (positionUuid: string): boolean =>
  listWithout(positionUuid).length < readList().length;

export function rememberApplied(positionUuid: string): void {
  // Storing it again would wake other tabs, which would store theirs.
  if (!hasApplied(positionUuid)) writeList([...readList(), positionUuid]);
}

/** For an application that could not be delivered. */
export const forgetApplied = (positionUuid: string): void => writeList(listWithout(positionUuid));

/** The id of a position's receipt, if this browser has one. The server answers rubbish with "gone". */
export const readReceiptId = (positionUuid: string): string | undefined =>
  readItem(receiptKey(positionUuid)) ?? undefined;

/** Stores the id of a position's receipt, or removes it. */
export const storeReceiptId = (positionUuid: string, receiptId?: string): void =>
  writeItem(receiptKey(positionUuid), receiptId);
