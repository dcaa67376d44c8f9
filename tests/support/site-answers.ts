import { readClient, toClient } from "../../app/platform/client.server";
import { readPosition, toPosition } from "../../app/platform/position.server";

/** What the site makes of call 1's answer. */
export const parsePosition = (answer: unknown, askedFor = "p1") =>
  toPosition(readPosition(answer, askedFor).value);

/** What the site makes of call 2's answer. */
export const parseClient = (answer: unknown, askedFor = "c1", origin?: string) =>
  toClient(readClient(answer, askedFor, origin).value);
