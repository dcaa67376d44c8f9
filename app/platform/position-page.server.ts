import { BoundedMap } from "../runtime/bounded-map";
import { PlatformError } from "./errors";
import type { Client } from "./client.server";
import type { PlatformReads } from "./hiring-platform.server";
import type { Position } from "./position.server";

/**
 * The uuid of the client that each position had when this isolate last read it. It is a guess, to
 * save time: the position is read all the same, and says which client is right.
 */
const clientUuids = new BoundedMap<string, string>(10_000);

/** What was made of each position: of two answers that have not changed the same page is made. */
const made = new WeakMap<Position, { client: Client; page: PositionPage }>();

/**
 * Everything that a position's page shows: the position (call 1) and its client (call 2) in one.
 * The calls run side by side where this isolate remembers the position's client, else one after the
 * other.
 *
 * @throws PlatformError with the client's uuid where it is the client that could not be read
 */
export async function loadPositionPage(
  platform: Pick<PlatformReads, "position" | "client">,
  positionUuid: string,
): Promise<PositionPage> {
  const remembered = clientUuids.get(positionUuid);
  const early = remembered === undefined ? undefined : settled(platform.client(remembered));
  const position = await platform.position(positionUuid);
  const { clientUuid } = position;
  const read =
    early && clientUuid === remembered ? await early : await settled(platform.client(clientUuid));
  if ("error" in read) {
    // The screen links to the career site of the error's client. A missing client has none.
    const { error } = read;
    const isKnown = error instanceof PlatformError && error.kind !== "not-found";
    throw isKnown ? error.ofClient(clientUuid) : error;
  }
  const client = read.value;
  clientUuids.set(positionUuid, clientUuid);
  const before = made.get(position);
  if (before?.client === client) return before.page;
  const page = pageOf(position, client);
  made.set(position, { client, page });
  return page;
}

/** How the specification's own fields are asked that a position may leave out. */
export type Standard = Required<Position["standard"]>;

export function pageOf(
  { uuid, name, clientUuid: _, answer, ...position }: Position,
  client: Client,
) {
  const standard: Standard = { ...standardOf(client), ...position.standard };
  const country = position.country ?? client.country;
  return {
    ...position,
    positionUuid: uuid,
    title: name,
    clientUuid: client.uuid,
    clientCode: client.code,
    companyName: client.name,
    companyDescription: client.description,
    isCvRequired: standard.cv === "required",
    standard,
    privacyPolicy: client.privacyPolicy,
    customCss: client.css,
    customJs: client.js,
    ...(client.logo !== undefined && { clientLogo: client.logo }),
    ...(client.mainImage !== undefined && { companyImage: client.mainImage }),
    ...(client.favicon !== undefined && { favicon: client.favicon }),
    ...(client.nextSteps !== undefined && { nextSteps: client.nextSteps }),
    ...(client.sections !== undefined && { sections: client.sections }),
    ...(client.languageDefault !== undefined && { languageDefault: client.languageDefault }),
    ...(client.languages !== undefined && { languages: client.languages }),
    ...(country !== undefined && { country }),
    // The company's country says nothing of where the work is done.
    ...(position.country !== undefined && { ownCountry: position.country }),
    // Placeholders of the specification's combined view.
    actionUrl: "",
    externalJobBoardKey: "",
    /** What it was made of, for its copy. */
    answers: { position: answer, client: client.answer },
  };
}

export type PositionPage = ReturnType<typeof pageOf>;

/** How the specification's own fields are asked where the position says nothing of them. */
export const standardOf = ({ isCvRequired }: { isCvRequired: boolean }): Standard => ({
  phone: "required",
  cv: isCvRequired ? "required" : "optional",
});

/** The work's outcome, as a value: a failure that nobody awaits yet is no unhandled rejection. */
const settled = <T>(work: Promise<T>) =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
