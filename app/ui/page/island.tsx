import type { ComponentType } from "react";

interface IslandProps<Props> {
  /** The name under which `entry.client.tsx` knows the component. */
  name: string;
  component: ComponentType<Props>;
  props: Props;
}

/**
 * A part of the page that scripts may wake: drawn here as plain HTML, hydrated there from the same
 * props. The props come after the part, so that it can be used before they have arrived.
 */
export function Island<Props extends object>({ name, component: Part, props }: IslandProps<Props>) {
  return (
    <>
      <div data-island={name}>
        <Part {...props} />
      </div>
      <script
        type="application/json"
        data-props={name}
        dangerouslySetInnerHTML={{ __html: jsonForScript(props) }}
      />
    </>
  );
}

/** JSON that cannot end the script element that it stands in. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, "\\u003c");
}
