import { Row } from "../../cli/job/job.mjs";

/** A row of the database with these columns. @param {Record<string, unknown>} columns */
export const rowOf = (columns) =>
  Row.parse(
    Object.fromEntries(
      Object.entries(columns).map(([name, value]) => [
        name,
        typeof value === "object" && value !== null ? JSON.stringify(value) : value,
      ]),
    ),
  );
