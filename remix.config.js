import { join } from "node:path";

/** A temporary folder, from which `scripts/build.ts` moves the Worker into place. */
const FOLDER = process.env.PUERTA_BUILD ?? ".cache/remix";

/** @type {import("@remix-run/dev").AppConfig} */
export default {
  ignoredRouteFiles: ["**/*"],
  // Our own addresses begin with `/-/`, so that no company's slug can collide with them.
  routes(defineRoutes) {
    return defineRoutes((route) => {
      route(":clientSlug/:clientUuid", "routes/career-site.tsx");
      route(":clientSlug/:clientUuid/privacy", "routes/career-site-privacy.tsx");
      route(":clientSlug/:clientUuid/sitemap.xml", "routes/sitemap.ts");
      for (const feed of ["feed.json", "rss.xml", "jobs.xml"]) {
        route(`:clientSlug/:clientUuid/${feed}`, "routes/feed.ts", { id: `routes/${feed}` });
      }
      route(":companySlug/:slug/:positionUuid", "routes/position.tsx");
      route(":companySlug/:slug/:positionUuid/privacy", "routes/position-privacy.tsx");
      route("404", "routes/not-found.tsx");
      route("error", "routes/error.tsx");
      route("/", "routes/home.tsx", { index: true });
      route("-/maintenance", "routes/maintenance.tsx");
      route("-/applications/:applicationId", "routes/application.ts");
      route("-/applications/:applicationId/cv", "routes/application-file.ts");
      route("-/applications/:applicationId/cv/:upload", "routes/application-file-upload.ts");
      route("-/purge", "routes/purge.ts");
      route("-/health", "routes/health.ts");
      route("-/operator/alarm", "routes/operator-alarm.ts");
      route("-/operator/applications", "routes/operator-applications.ts");
      route("-/operator/applications/queue", "routes/operator-queue.ts");
      route("-/operator/applications/:receiptId/:action", "routes/operator-application.ts");
      route("-/*", "routes/anything-else.tsx", { id: "routes/nothing-of-ours" });
      route("*", "routes/anything-else.tsx");
    });
  },
  server: "./server.ts",
  assetsBuildDirectory: join(FOLDER, "public"),
  serverBuildPath: join(FOLDER, "index.js"),
  serverConditions: ["workerd", "worker", "browser"],
  serverMainFields: ["browser", "module", "main"],
  serverModuleFormat: "esm",
  serverPlatform: "neutral",
  serverMinify: process.env.PUERTA_MODE !== "development",
  serverDependenciesToBundle: [/^(?!cloudflare:).*$/],
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    // The pages have no router.
    v3_lazyRouteDiscovery: false,
  },
};
