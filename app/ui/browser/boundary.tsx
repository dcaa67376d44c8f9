import { Component, type ReactNode } from "react";

interface BoundaryProps {
  /** Rendered instead of the children after one of them has thrown. */
  fallback?: ReactNode;
  /** Called after a child has thrown, with the element that had the focus before the children were removed. */
  onFailure?: (focused: Element | null) => void;
  /** Called when the children are mounted, before their `useEffect`s run. */
  onMount?: () => void;
  children: ReactNode;
}

export class Boundary extends Component<BoundaryProps> {
  // The development compiler doesn't support `declare` here.
  override state: { failed?: true } = {};
  focused: Element | null = null;

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidMount() {
    this.props.onMount?.();
  }

  override getSnapshotBeforeUpdate() {
    this.focused = document.activeElement;
    return null;
  }

  override componentDidCatch() {
    // Delay the callback, because React still uses the elements that the callback might replace.
    queueMicrotask(() => this.props.onFailure?.(this.focused));
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
