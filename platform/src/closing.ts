import * as z from "zod";
import { isPastClosing } from "~/contract/closing";
import type { Env } from "./env";

interface Closing {
  facts: { closes_at?: string | undefined };
  country: string | null;
}

/** Returns the position, with the status `closed` if its `closes_at` has passed. */
export function applyClosingDate<P extends Closing>(position: P): P {
  const { closes_at } = position.facts;
  const hasClosed =
    closes_at !== undefined &&
    isPastClosing(closes_at, position.country?.toUpperCase(), Date.now());
  return hasClosed ? { ...position, status: "closed" } : position;
}

const Rows = z.array(
  z.object({ uuid: z.string(), closes_at: z.string(), country: z.string().nullable() }),
);

/** Closes positions whose `closes_at` has passed, for lists that read only the status. */
export async function closeExpiredPositions({ DB }: Env, now: number): Promise<void> {
  const { results } = await DB.prepare(
    `SELECT uuid, facts ->> 'closes_at' AS closes_at, country FROM positions
     WHERE status = 'open' AND facts ->> 'closes_at' IS NOT NULL`,
  ).all();
  const expired = Rows.parse(results).filter(({ closes_at, country }) =>
    isPastClosing(closes_at, country?.toUpperCase(), now),
  );
  await DB.prepare(
    `UPDATE positions SET status = 'closed' WHERE uuid IN (SELECT value FROM json_each(?))`,
  )
    .bind(JSON.stringify(expired.map(({ uuid }) => uuid)))
    .run();
}
