import { readClient, toClient } from "~/app/platform/client.server";
import { readPosition } from "~/app/platform/position.server";

/** Parses a position from the platform as the site does. */
export const parsePosition = (answer: unknown, askedFor = "p1") =>
  readPosition(answer, askedFor).value;

/** Parses a client from the platform as the site does. */
export const parseClient = (answer: unknown, askedFor = "c1", origin?: string) =>
  toClient(readClient(answer, askedFor, origin).value);
