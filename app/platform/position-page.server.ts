import type { PlatformClient } from "./client.server";
import { PlatformError } from "./errors";

/** Everything that the position's page shows: call 1, then call 2 with the position's client. */
export async function loadPositionPage(
  platform: Pick<PlatformClient, "position" | "client">,
  positionUuid: string,
) {
  const { uuid, name, clientUuid, ...position } = await platform.position(positionUuid);
  const client = await platform.client(clientUuid).catch((error: unknown) => {
    // A client that is missing is no reason to say that its career site exists.
    const isKnown = error instanceof PlatformError && error.kind !== "not-found";
    throw isKnown ? error.ofClient(clientUuid) : error;
  });
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
