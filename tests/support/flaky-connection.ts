import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** Starts a TCP proxy on loopback in front of a site. Tests can cut the proxy's connections. */
export async function startFlakyConnection(siteUrl: string) {
  let site = new URL(siteUrl);
  const sockets = new Set<Socket>();
  let remaining = Infinity;
  let interval = Infinity;
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
      remaining -= bytes.length;
      sent += bytes.length;
      if (remaining >= 0) return;
      cuts += 1;
      cut();
      if (interval !== Infinity) remaining = interval;
    });
    browser.pipe(upstream);
    upstream.pipe(browser);
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Cuts all connections, and connects later ones to this URL. */
    connectTo(url: string) {
      cut();
      site = new URL(url);
    },
    /** Cuts all connections after this many uploaded bytes, and later connections at their first byte. */
    cutAfter(bytes: number) {
      remaining = bytes;
    },
    /** Cuts all connections whenever this many more bytes have been uploaded. */
    cutEvery(bytes: number) {
      remaining = bytes;
      interval = bytes;
    },
    restore() {
      remaining = Infinity;
      interval = Infinity;
    },
    /** Returns the number of uploaded bytes and the number of cuts. */
    counts: () => ({ sent, cuts }),
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
