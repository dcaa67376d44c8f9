import { readItem } from "~/app/ui/browser/local-storage";

/** Returns a draft's key in local storage. @param id id of a position, or of a receipt for a stashed draft */
export const draftKey = (id: string): string => "puertaDraft:" + id;

/** @param id id of a position or a receipt */
export const hasDraft = (id: string): boolean => readItem(draftKey(id)) !== null;
