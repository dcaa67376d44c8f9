import { useDocument } from "./document";

interface DataScriptProps {
  /** A media type, such as `application/ld+json`. */
  type: string;
  /** Text that cannot end the element. */
  json: string;
}

/** Data for programs that read the page. Nothing runs; it carries the policy's nonce as every script does. */
export function DataScript({ type, json }: DataScriptProps) {
  const { nonce } = useDocument();
  return <script type={type} nonce={nonce} dangerouslySetInnerHTML={{ __html: json }} />;
}
