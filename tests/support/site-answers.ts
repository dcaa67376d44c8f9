import { readClient, toClient } from "../../app/platform/client.server";
import { readPosition, toPosition } from "../../app/platform/position.server";

/** Parses call 1's answer as the site does. */
export const parsePosition = (answer: unknown, askedFor = "p1") =>
  toPosition(readPosition(answer, askedFor).value);

/** Parses call 2's answer as the site does. */
export const parseClient = (answer: unknown, askedFor = "c1", origin?: string) =>
  toClient(readClient(answer, askedFor, origin).value);
