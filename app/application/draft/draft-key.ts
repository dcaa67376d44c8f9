/** Local storage's key for a position's draft. */
export const draftKey = (positionUuid: string): string => "puertaDraft:" + positionUuid;
