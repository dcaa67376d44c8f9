import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pageOf } from "../support/application-form";
import {
  fakeClientCode,
  fakeClientUuid,
  fakePositions,
  startFakePlatform,
  type FakePlatform,
} from "../support/fake-platform";
import { purge, PURGE_SECRET } from "../support/kept-pages";
import { startSite, TEST_API_KEY, type Site } from "../support/site";

const KEY = "a-key-for-engines";

let platform: FakePlatform;
let site: Site;
let engines: Server;
/** Requests that the stand-in for search engines got. */
let told: { type: string | undefined; body: Record<string, unknown> }[] = [];
/** Its status; undefined: it does not answer. */
let status: number | undefined = 200;
/** Calls that were aborted before they were answered. */
let givenUp = 0;

beforeAll(async () => {
  platform = await startFakePlatform({ apiKey: TEST_API_KEY });
  engines = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.on("close", () => (givenUp += response.writableEnded ? 0 : 1));
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      told.push({ type: request.headers["content-type"], body });
      if (status !== undefined) response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => engines.listen(0, "127.0.0.1", resolve));
  const INDEXNOW_URL = `http://127.0.0.1:${(engines.address() as AddressInfo).port}/indexnow`;
  const vars = { INDEXNOW_KEY: KEY, INDEXNOW_URL, PAGE_CACHE: "on", PURGE_SECRET };
  site = await startSite({ platform: platform.url, vars });
});
afterAll(async () => {
  await site.stop();
  await platform.close();
  engines.closeAllConnections();
  engines.close();
});
beforeEach(() => {
  platform.reset();
  told = [];
  givenUp = 0;
  status = 200;
});

describe("a purge tells search engines", () => {
  test("of a position and its career site, with the key and where it is [11.04]", async () => {
    expect((await purge(site, { position: fakePositions.plain })).status).toBe(200);
    await expect.poll(() => told).toHaveLength(1);
    const { host } = new URL(site.url);
    const position = `${site.url}/${fakeClientCode}/mecanica-de-bicicletas/${fakePositions.plain}`;
    expect(told[0]).toEqual({
      type: "application/json; charset=utf-8",
      body: {
        host,
        key: KEY,
        keyLocation: `${site.url}/${KEY}.txt`,
        urlList: [position, `${site.url}/${fakeClientCode}/${fakeClientUuid}`],
      },
    });
  });

  test("of a position that is closed, so that it is taken out", async () => {
    await purge(site, { position: fakePositions.closed });
    await expect.poll(() => told).toHaveLength(1);
    const [closed = ""] = (told[0]?.body.urlList ?? []) as string[];
    expect(closed).toBe(`${site.url}/${fakeClientCode}/puesto-cerrado/${fakePositions.closed}`);
    expect((await fetch(closed)).status).toBe(410);
  });
});

describe("search engines hold up no request", () => {
  test("neither a purge nor a visit waits for them [11.04]", async () => {
    status = undefined;
    expect((await purge(site, { position: fakePositions.plain })).status).toBe(200);
    expect((await fetch(site.url + pageOf("plain"))).status).toBe(200);
    await expect.poll(() => told).toHaveLength(1);
    // Both were answered while the engines have not been given up yet.
    expect(givenUp).toBe(0);
  });

  test("what they refuse is a line in the log, and is not sent again", async () => {
    status = 422;
    expect((await purge(site, { position: fakePositions.plain })).status).toBe(200);
    await expect.poll(() => site.log.join("\n")).toContain("IndexNow has answered 422");
    expect(told).toHaveLength(1);
    expect(site.log.join("\n")).not.toContain(KEY);
  });
});
