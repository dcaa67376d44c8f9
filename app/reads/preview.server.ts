import { HEADERS } from "~/contract/lists";
import type { PlatformConnection } from "../platform/connection.server";
import { PlatformError } from "../platform/errors";
import { createHiringPlatform } from "../platform/hiring-platform.server";
import { createPositionPage, type PositionPage } from "../platform/position-page.server";
import type { CareerSite } from "../platform/types";

interface PreviewOptions {
  connection: PlatformConnection;
  /** The `preview` parameter. */
  token: string;
  /** Whether the requested host shows this company. */
  isOnHost: (clientUuid: string) => boolean;
}

/** A token that can be sent as a header. */
const TOKEN = /^[\x21-\x7e]{1,1024}$/;

/**
 * Creates functions that read unpublished content for anyone who has the token. They do not use memory,
 * copies or caches.
 */
export function createPreview({ connection, token, isOnHost }: PreviewOptions) {
  const isToken = TOKEN.test(token);
  const platform = createHiringPlatform({
    ...connection,
    fetch: (address, init) => {
      const headers = new Headers(init.headers);
      if (isToken) headers.set(HEADERS.previewToken, token);
      return connection.fetch(address, { ...init, headers });
    },
  });

  const requireHost = (clientUuid: string) => {
    if (isOnHost(clientUuid)) return;
    throw new PlatformError({ kind: "not-found", message: "A preview of another host's company" });
  };

  return {
    async position(id: string): Promise<PositionPage> {
      const position = await platform.position(id);
      requireHost(position.clientUuid);
      const client = (await platform.read("client", position.clientUuid)).value;
      // A preview has no form to link to.
      return { ...createPositionPage(position, client), opensSoon: true };
    },

    async careerSite(clientUuid: string): Promise<CareerSite> {
      requireHost(clientUuid);
      const [client, positions] = await Promise.all([
        platform.read("client", clientUuid),
        platform.read("positions", clientUuid),
      ]);
      return { company: client.value, jobs: positions.value };
    },
  };
}
