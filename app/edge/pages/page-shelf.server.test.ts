import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { KeptPage } from "./page-memory.server";
import { cacheShelf, kvShelf, type PageShelf } from "./page-shelf.server";

const OPTIONS = { version: "build-1", keptMs: 90_000 };
const KEY = "site.example/career-site/c1//1";

const DRAWN = { places: { nonce: [1, 5], applicationId: [] }, etag: 'W/"abc"' };
const READ = { clientUuid: "client", readAt: 1_795_345_457_667 };
const page: KeptPage = {
  template: { ...DRAWN, bytes: new TextEncoder().encode("<p>Ávila</p>"), sources: [] },
  ...READ,
};

const LABEL = { version: 1, sources: 0, ...READ, ...DRAWN };

/** A shelf, and what stands on it as it is stored: its name, bytes and label, and for how long. */
interface Stored {
  name: string;
  label: unknown;
  seconds: number;
}
interface Place {
  shelf: PageShelf;
  stored: () => Stored[];
  /** Puts a label in the place of the page's own. */
  relabel: (label: unknown) => void;
  fail: () => void;
}

/** As much of the Cache API as the shelf uses. */
function cachePlace(): Place {
  const entries = new Map<string, Response>();
  let isBroken = false;
  const cache = {
    match: async (name: string) => entries.get(name)?.clone(),
    put: async (name: string, response: Response) => void entries.set(name, response),
    delete: async (name: string) => entries.delete(name),
  };
  vi.stubGlobal("caches", {
    open: async (name: string) => {
      if (isBroken || name !== "pages") throw new Error("broken");
      return cache;
    },
  });
  return {
    shelf: cacheShelf(OPTIONS),
    stored: () =>
      [...entries].map(([name, { headers }]) => ({
        name,
        label: JSON.parse(headers.get("X-Puerta-Page") ?? "") as unknown,
        seconds: Number(/^public, max-age=(\d+)$/.exec(headers.get("Cache-Control") ?? "")?.[1]),
      })),
    relabel: (label) => {
      for (const { headers } of entries.values()) {
        if (label === undefined) headers.delete("X-Puerta-Page");
        else headers.set("X-Puerta-Page", JSON.stringify(label));
      }
    },
    fail: () => (isBroken = true),
  };
}

interface Options {
  metadata: unknown;
  expirationTtl: number;
}

/** As much of a KV namespace as the shelf uses. */
function kvPlace(options = OPTIONS): Place {
  const entries = new Map<string, { bytes: Uint8Array; label: unknown; seconds: number }>();
  let isBroken = false;
  const working = <T>(result: T) =>
    isBroken ? Promise.reject(new Error("broken")) : Promise.resolve(result);
  const namespace = {
    getWithMetadata: async (name: string, type: string) => {
      if (type !== "arrayBuffer") throw new Error("The shelf keeps bytes");
      const entry = await working(entries.get(name));
      return { value: entry?.bytes.slice().buffer ?? null, metadata: entry?.label ?? null };
    },
    put: async (name: string, bytes: Uint8Array, { metadata, expirationTtl: seconds }: Options) =>
      void (await working(entries)).set(name, { bytes, label: metadata, seconds }),
    delete: async (name: string) => working(entries.delete(name)),
  };
  return {
    shelf: kvShelf(namespace as unknown as KVNamespace, options), // as much of it as is used
    stored: () => [...entries].map(([name, { label, seconds }]) => ({ name, label, seconds })),
    relabel: (label) => {
      for (const entry of entries.values()) entry.label = label ?? null;
    },
    fail: () => (isBroken = true),
  };
}

const log = vi.spyOn(console, "warn");
beforeEach(() => void log.mockReset());
afterEach(() => void vi.unstubAllGlobals());

describe.each<[string, () => Place, string]>([
  ["the Cache API", cachePlace, "https://site.example/-/pages/build-1/career-site/c1//1"],
  ["a KV namespace", kvPlace, "build-1/site.example/career-site/c1//1"],
])("a page on the shelf of %s", (_, placeOf, name) => {
  let place: Place;
  beforeEach(async () => {
    place = placeOf();
    await place.shelf.put(KEY, page);
  });

  test("is found as it was put there, until it is removed", async () => {
    expect(await place.shelf.get(KEY)).toEqual(page);
    expect(await place.shelf.get("site.example/career-site/c2//1")).toBeUndefined();
    await place.shelf.remove(KEY);
    expect(await place.shelf.get(KEY)).toBeUndefined();
    expect(log).not.toHaveBeenCalled();
  });

  test("is stored under its build and key, with a label of version 1, and not for ever", () => {
    expect(place.stored()).toEqual([{ name, label: LABEL, seconds: 90 }]);
  });

  test("has the places that say where a visitor came from behind its bytes, however many", async () => {
    const sources = Array.from({ length: 300 }, (_, index) => ({ at: index, as: "?" as const }));
    const missing = { ...page, missingSince: page.readAt + 1 };
    const long = { ...missing, template: { ...page.template, sources } };
    await place.shelf.put(KEY, long);
    expect(await place.shelf.get(KEY)).toEqual(long);
    const [{ label } = { label: undefined }] = place.stored();
    // KV takes no more (Cloudflare, "KV limits": 1024 bytes of metadata).
    expect(JSON.stringify(label).length).toBeLessThan(512);
  });

  test.each([1, 3, 999])(
    "is as if it were not there when %i bytes behind it are no places",
    async (sources) => {
      place.relabel({ ...LABEL, sources });
      expect(await place.shelf.get(KEY)).toBeUndefined();
      expect(log).not.toHaveBeenCalled();
    },
  );

  test.each<[string, unknown]>([
    ["is of another version", { ...LABEL, version: 2 }],
    ["has no version", { ...LABEL, version: undefined }],
    ["does not say how many bytes the sources take", { ...LABEL, sources: undefined }],
    ["does not say when it was read", { ...LABEL, readAt: "yesterday" }],
    ["lacks some of the places", { ...LABEL, places: { nonce: [1] } }],
    ["has a place before the page", { ...LABEL, places: { nonce: [-1], applicationId: [] } }],
    ["has a place between two bytes", { ...LABEL, places: { nonce: [], applicationId: [0.5] } }],
    ["is no label at all", "label"],
    ["is missing", undefined],
  ])("is as if it were not there when its label %s", async (_, label) => {
    place.relabel(label);
    expect(await place.shelf.get(KEY)).toBeUndefined();
    expect(log).not.toHaveBeenCalled();
  });

  test("is, when the shelf fails, as if it were not there, and the log says so", async () => {
    place.fail();
    expect(await place.shelf.get(KEY)).toBeUndefined();
    await place.shelf.put(KEY, page);
    await place.shelf.remove(KEY);
    expect(log).toHaveBeenCalledTimes(3);
  });
});

test("KV is told to keep a page for a minute at least, because it takes no less", async () => {
  const place = kvPlace({ ...OPTIONS, keptMs: 1000 });
  await place.shelf.put(KEY, page);
  expect(place.stored()).toMatchObject([{ seconds: 60 }]);
});

test("a label that is no JSON is as good as none", async () => {
  const match = async () => new Response("<p>", { headers: { "X-Puerta-Page": "{" } });
  vi.stubGlobal("caches", { open: async () => ({ match }) });
  expect(await cacheShelf(OPTIONS).get(KEY)).toBeUndefined();
  expect(log).toHaveBeenCalledOnce();
});
