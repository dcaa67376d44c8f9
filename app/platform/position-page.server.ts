import type { PlatformClient } from "./client.server";

/** Everything that the position's page shows: call 1, then call 2 with the position's client. */
export async function loadPositionPage(
  platform: Pick<PlatformClient, "position" | "client">,
  positionUuid: string,
) {
  const { uuid, name, clientUuid, ...position } = await platform.position(positionUuid);
  const client = await platform.client(clientUuid);
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
