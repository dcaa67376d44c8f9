import { Component, type ReactNode } from "react";

interface BoundaryProps {
  /** Drawn in place of the children after one of them has thrown. */
  fallback?: ReactNode;
  /** Called once, after a failure. */
  onFailure?: () => void;
  children: ReactNode;
}

/** An error boundary: when a child throws, the rest of the page stays. */
export class Boundary extends Component<BoundaryProps> {
  /** React keeps null here until a child has thrown. */
  declare state: { failed?: true };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    // Only after React is done, because it still uses the elements that may be replaced.
    if (this.props.onFailure) queueMicrotask(this.props.onFailure);
  }

  override render() {
    return (this.state as this["state"] | null) ? this.props.fallback : this.props.children;
  }
}
