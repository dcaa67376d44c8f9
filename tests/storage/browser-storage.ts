import type { Page } from "playwright/test";

/** A file as a browser keeps it, its bytes in base64. */
interface StoredFile {
  name: string;
  type: string;
  lastModified: number;
  bytes: string;
}

/** All that a browser keeps of a site. */
export interface BrowserStorage {
  localStorage: Record<string, string>;
  /** By database (all are of version 1), store and key. */
  files: Record<string, Record<string, Record<string, StoredFile>>>;
}

/** What the browser keeps of the page's site. */
export const readBrowserStorage = (page: Page): Promise<BrowserStorage> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error("The database refuses"));
      });
    const stored = async (file: File) => ({
      name: file.name,
      type: file.type,
      lastModified: file.lastModified,
      bytes: btoa(String.fromCharCode(...new Uint8Array(await file.arrayBuffer()))),
    });
    const files: BrowserStorage["files"] = {};
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      const stores = (files[name] ??= {});
      for (const store of database.objectStoreNames) {
        const transaction = database.transaction(store);
        const keys = await done(transaction.objectStore(store).getAllKeys());
        const values: unknown[] = await done(transaction.objectStore(store).getAll());
        const kept = (stores[store] ??= {});
        for (const [index, key] of keys.entries()) {
          const value = values[index];
          if (value instanceof File) kept[key as string] = await stored(value);
        }
      }
      database.close();
    }
    const texts = Object.keys(localStorage).map((key) => [key, localStorage.getItem(key) ?? ""]);
    return { localStorage: Object.fromEntries(texts) as Record<string, string>, files };
  });

/** Puts into a browser what another one has kept. */
export const writeBrowserStorage = (page: Page, storage: BrowserStorage): Promise<void> =>
  page.evaluate(async ({ localStorage: texts, files }) => {
    for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
    const fileOf = ({ bytes, name, type, lastModified }: StoredFile) =>
      new File([Uint8Array.from(atob(bytes), (byte) => byte.charCodeAt(0))], name, {
        type,
        lastModified,
      });
    for (const [name, stores] of Object.entries(files)) {
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name, 1);
        opening.onerror = () => reject(new Error("The database refuses"));
        opening.onupgradeneeded = () => {
          for (const store of Object.keys(stores)) opening.result.createObjectStore(store);
        };
        opening.onsuccess = () => {
          const database = opening.result;
          const transaction = database.transaction(Object.keys(stores), "readwrite");
          for (const [store, kept] of Object.entries(stores)) {
            for (const [key, file] of Object.entries(kept)) {
              transaction.objectStore(store).put(fileOf(file), key);
            }
          }
          transaction.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      });
    }
  }, storage);
