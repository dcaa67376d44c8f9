import { BoundedMap } from "../runtime/bounded-map";
import { PlatformError } from "./errors";
import type { Standard } from "./field-format.server";
import type { PlatformReads } from "./hiring-platform.server";

/**
 * The uuid of the client that each position had when this isolate last read it. It is a guess, to
 * save time: the position is read all the same, and says which client is right.
 */
const clientUuids = new BoundedMap<string, string>(10_000);

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
) {
  const remembered = clientUuids.get(positionUuid);
  const early = remembered === undefined ? undefined : settled(platform.client(remembered));
  const { uuid, name, clientUuid, ...position } = await platform.position(positionUuid);
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
  const standard = { ...standardOf(client), ...position.standard };
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
    ...(client.languageDefault !== undefined && { languageDefault: client.languageDefault }),
    ...(client.languages !== undefined && { languages: client.languages }),
    ...(country !== undefined && { country }),
    // Placeholders of the specification's combined view.
    actionUrl: "",
    externalJobBoardKey: "",
  };
}

export type PositionPage = Awaited<ReturnType<typeof loadPositionPage>>;

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
