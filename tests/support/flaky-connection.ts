import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/**
 * A proxy on loopback that passes TCP on to a site and can be cut, as a connection is in a tunnel.
 */
export async function startFlakyConnection(siteUrl: string) {
  let site = new URL(siteUrl);
  const sockets = new Set<Socket>();
  let left = Infinity;
  let every = Infinity;
  let sent = 0;
  let cuts = 0;

  const server = createServer((browser) => {
    const there = connect(Number(site.port), site.hostname);
    for (const socket of [browser, there]) {
      sockets.add(socket);
      socket.on("close", () => {
        sockets.delete(socket);
        browser.destroy();
        there.destroy();
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
    browser.pipe(there);
    there.pipe(browser);
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A TCP server that listens has an AddressInfo for its address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** Leads to another site from now on, such as the same one after a restart. */
    leadTo(url: string) {
      cut();
      site = new URL(url);
    },
    /** Cuts the connection after so many more bytes were sent up, and refuses new ones. */
    cutAfter(bytes: number) {
      left = bytes;
    },
    /** Cuts the connection each time so many more bytes were sent up; new ones work at once. */
    cutEvery(bytes: number) {
      left = bytes;
      every = bytes;
    },
    mend() {
      left = Infinity;
      every = Infinity;
    },
    /** Bytes that have gone up, and how often it was cut. */
    counts: () => ({ sent, cuts }),
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
