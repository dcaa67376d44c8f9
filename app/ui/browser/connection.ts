/** What some browsers say of the connection (Network Information API, W3C); others say nothing. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

const connection = (): Connection | undefined =>
  (navigator as { connection?: Connection }).connection;

/** Whether the visitor has asked for as few bytes as possible (`Save-Data`). */
export const wantsLittle = (): boolean => connection()?.saveData === true;

/** Whether it is known to be good enough to fetch what may not be needed. */
export const isGood = (): boolean => !wantsLittle() && connection()?.effectiveType === "4g";
