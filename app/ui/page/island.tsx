import type { ComponentType } from "react";
import { useDocument } from "./document";
import { FORM_WAITER, LOW_PRIORITY } from "./scripts";

interface IslandProps<Props> {
  /** The name by which `entry.client.ts` finds the component. */
  name: string;
  /** The position of which the browser may keep something, for which scripts come without a touch. */
  positionUuid?: string;
  /** What is said where the scripts cannot come because there is no connection. */
  offline?: string;
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
  positionUuid,
  offline,
  component: Part,
  props,
  serverProps,
}: IslandProps<Props>) {
  const { nonce } = useDocument();
  return (
    <>
      <link rel="modulepreload" href={FORM_WAITER} nonce={nonce} {...LOW_PRIORITY} />
      <div data-island={name} data-position={positionUuid} data-offline={offline}>
        <Part {...props} {...serverProps} />
      </div>
      <script
        type="application/json"
        data-props={name}
        dangerouslySetInnerHTML={{ __html: jsonForScript(props) }}
      />
    </>
  );
}

/** JSON, escaped so that it cannot end its script element. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, "\\u003c");
}
