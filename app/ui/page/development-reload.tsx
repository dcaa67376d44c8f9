import { useDocument } from "./document";
import { isDevelopment } from "./scripts";

/** `npm run dev` announces each new build on the site's port plus one. */
const RELOAD = `
  new EventSource("http://" + location.hostname + ":" + (Number(location.port) + 1))
    .onmessage = () => location.reload();
`;

export function DevelopmentReload() {
  const { nonce } = useDocument();
  if (!isDevelopment) return null;
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: RELOAD }} />;
}
