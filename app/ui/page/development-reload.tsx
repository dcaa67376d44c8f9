import { useDocument } from "./document";

/** `npm run dev` says on the port behind the site's own when there is something new to see. */
const RELOAD = `
  new EventSource("http://" + location.hostname + ":" + (Number(location.port) + 1))
    .onmessage = () => location.reload();
`;

/** Reloads the page when its code has changed; nothing at all in what is deployed. */
export function DevelopmentReload() {
  const { nonce } = useDocument();
  if (process.env.NODE_ENV !== "development") return null;
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: RELOAD }} />;
}
