/** What some browsers tell about the connection (W3C Network Information API). */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

const connection = (): Connection | undefined =>
  (navigator as { connection?: Connection }).connection;

/** Whether the visitor has asked for as few bytes as possible (`Save-Data`). */
export const wantsLittle = (): boolean => connection()?.saveData === true;

/** Whether the connection is known to be good enough to fetch pages ahead of need. */
export const isGood = (): boolean => !wantsLittle() && connection()?.effectiveType === "4g";
