import type { PlatformReads } from "./shared-reads.server";
import { BoundedMap } from "../runtime/bounded-map";
import { PlatformError } from "./errors";

/** Whose position each is, as far as this isolate has seen: an answer is never drawn from it alone. */
const clientUuids = new BoundedMap<string, string>(10_000);

/**
 * Everything that the position's page shows: call 1 and call 2, side by side where the position's
 * client is remembered, one after the other where it is not, or has changed.
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
    // A client that is missing is no reason to say that its career site exists.
    const { error } = read;
    const isKnown = error instanceof PlatformError && error.kind !== "not-found";
    throw isKnown ? error.ofClient(clientUuid) : error;
  }
  const client = read.value;
  clientUuids.set(positionUuid, clientUuid);
  const country = position.country ?? client.country;
  return {
    ...position,
    positionUuid: uuid,
    title: name,
    clientUuid: client.uuid,
    clientCode: client.code,
    companyName: client.name,
    companyDescription: client.description,
    isCvRequired: client.isCvRequired,
    privacyPolicy: client.privacyPolicy,
    customCss: client.css,
    customJs: client.js,
    ...(client.logo !== undefined && { clientLogo: client.logo }),
    ...(client.mainImage !== undefined && { companyImage: client.mainImage }),
    ...(client.favicon !== undefined && { favicon: client.favicon }),
    ...(client.languageDefault !== undefined && { languageDefault: client.languageDefault }),
    ...(country !== undefined && { country }),
    // Placeholders of the specification's combined view.
    actionUrl: "",
    externalJobBoardKey: "",
  };
}

export type PositionPage = Awaited<ReturnType<typeof loadPositionPage>>;

/** What became of work that may end before anybody looks. */
const settled = <T>(work: Promise<T>) =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
