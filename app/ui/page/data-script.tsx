import { useDocument } from "./document";

interface DataScriptProps {
  /** A media type, such as `application/ld+json`. */
  type: string;
  /** JSON, escaped so that it can't end its element. */
  json: string;
}

export function DataScript({ type, json }: DataScriptProps) {
  const { nonce } = useDocument();
  return <script type={type} nonce={nonce} dangerouslySetInnerHTML={{ __html: json }} />;
}
