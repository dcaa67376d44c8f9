import type { ComponentType } from "react";
import { useDocument } from "./document";
import { FORM_LOADER, LOW_PRIORITY } from "./scripts";

interface IslandProps<Props> {
  /** The name by which the browser's scripts find the component. */
  name: string;
  component: ComponentType<Props>;
  props: NoInfer<Props>;
  /** Props for the server only, which are not written into the page. */
  serverProps?: Partial<NoInfer<Props>>;
}

/**
 * A part of the page that scripts can hydrate. The props follow the HTML, so that the part can be used before
 * they arrive.
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

/** An island's props for the entry script. */
export const PropsScript = ({ name, props }: { name: string; props: object }) => (
  <script
    type="application/json"
    data-props={name}
    dangerouslySetInnerHTML={{ __html: jsonForScript(props) }}
  />
);

/** JSON, escaped so that it can't end its script element. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, "\\u003c");
}
