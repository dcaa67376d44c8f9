import config from "~/remix.config.js";

export async function readAddressTable(): Promise<{ id: string; path: string }[]> {
  const table: { id: string; path: string }[] = [];
  await config.routes?.((define) => {
    define((path, file) => void table.push({ id: file, path: path ?? "" }));
    return {};
  });
  return table;
}
