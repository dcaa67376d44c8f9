import { useDocument } from "./document";

/** `npm run dev` announces each new build on the site's port plus one. */
const RELOAD = `
  new EventSource("http://" + location.hostname + ":" + (Number(location.port) + 1))
    .onmessage = () => location.reload();
`;

/** Reloads the page when its code has changed. It draws nothing in a deployed build. */
export function DevelopmentReload() {
  const { nonce } = useDocument();
  if (process.env.NODE_ENV !== "development") return null;
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: RELOAD }} />;
}
