import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** A TCP proxy on loopback in front of a site, whose connections can be cut. */
export async function startFlakyConnection(siteUrl: string) {
  let site = new URL(siteUrl);
  const sockets = new Set<Socket>();
  let left = Infinity;
  let every = Infinity;
  let sent = 0;
  let cuts = 0;

  const server = createServer((browser) => {
    const upstream = connect(Number(site.port), site.hostname);
    for (const socket of [browser, upstream]) {
      sockets.add(socket);
      socket.on("close", () => {
        sockets.delete(socket);
        browser.destroy();
        upstream.destroy();
      });
      socket.on("error", () => socket.destroy());
    }
    browser.on("data", (bytes) => {
      left -= bytes.length;
      sent += bytes.length;
      if (left >= 0) return;
      cuts += 1;
      cut();
      if (every !== Infinity) left = every;
    });
    browser.pipe(upstream);
    upstream.pipe(browser);
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Connects to another site from now on, such as the same site after a restart. */
    connectTo(url: string) {
      cut();
      site = new URL(url);
    },
    /** Cuts the connection after this many more uploaded bytes, and refuses new ones. */
    cutAfter(bytes: number) {
      left = bytes;
    },
    /** Cuts the connection each time this many bytes have been uploaded. New connections work immediately. */
    cutEvery(bytes: number) {
      left = bytes;
      every = bytes;
    },
    restore() {
      left = Infinity;
      every = Infinity;
    },
    /** The number of uploaded bytes, and of cuts. */
    counts: () => ({ sent, cuts }),
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
