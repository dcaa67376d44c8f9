import { Component, type ReactNode } from "react";

interface BoundaryProps {
  /** Drawn after a failure. */
  fallback?: ReactNode;
  /** Is told of a failure, once. */
  onFailure?: () => void;
  children: ReactNode;
}

/** Keeps a failure of what is in it to itself. */
export class Boundary extends Component<BoundaryProps> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    // After React is done: it still looks at the elements that may be replaced.
    if (this.props.onFailure) queueMicrotask(this.props.onFailure);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
