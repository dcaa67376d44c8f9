import type { ComponentType } from "react";
import { useDocument } from "./document";
import { FORM_LOADER, LOW_PRIORITY } from "./scripts";

interface IslandProps<Props> {
  /** The name by which `entry.client.ts` finds the component. */
  name: string;
  component: ComponentType<Props>;
  props: NoInfer<Props>;
  /** What only the server draws with: it is not written behind the HTML. */
  serverProps?: Partial<NoInfer<Props>>;
}

/**
 * A part of the page that scripts may wake. The server draws it as HTML, and the browser hydrates it with
 * the same props. The props follow the HTML, so that the part can be used before they have arrived.
 */
export function Island<Props extends object>({
  name,
  component: Part,
  props,
  serverProps,
}: IslandProps<Props>) {
  const { nonce } = useDocument();
  return (
    <>
      <link rel="modulepreload" href={FORM_LOADER} nonce={nonce} {...LOW_PRIORITY} />
      <div data-island={name}>
        <Part {...props} {...serverProps} />
      </div>
      <PropsScript name={name} props={props} />
    </>
  );
}

/** What the entry script reads of a part of the page. */
export const PropsScript = ({ name, props }: { name: string; props: object }) => (
  <script
    type="application/json"
    data-props={name}
    dangerouslySetInnerHTML={{ __html: jsonForScript(props) }}
  />
);

/** JSON, escaped so that it cannot end its script element. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, "\\u003c");
}
