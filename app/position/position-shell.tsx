import type { ReactNode } from "react";
import { isLongForm } from "../application/form/layout";
import { useDocument } from "../ui/page/document";
import { PageShell } from "../ui/page/page-shell";
import { PositionDetails } from "./position-details";
import type { PositionView } from "./position-view.server";

interface PositionShellProps {
  position: PositionView;
  /** The query parameter that links to other languages keep. */
  kept?: string;
  /** Shown above the details, instead of the form. */
  receipt?: ReactNode;
  /** Whether the position is not published yet. */
  isPreview?: boolean;
  /** Structured data for search engines: JSON, escaped so that it can't end its element. */
  posting?: string | undefined;
  /** The form. */
  children?: ReactNode;
}

export function PositionShell(props: PositionShellProps) {
  const { position, kept, receipt, isPreview = false, posting, children } = props;
  const { nonce } = useDocument();
  return (
    <PageShell
      company={position.company}
      language={position.language}
      keptQuery={kept}
      js={position.customJs}
      isPreview={isPreview}
    >
      <PositionDetails
        position={position}
        receipt={receipt}
        isLong={!receipt && isLongForm(position.page)}
      >
        {children}
      </PositionDetails>
      {posting && (
        <script
          type="application/ld+json"
          nonce={nonce}
          dangerouslySetInnerHTML={{ __html: posting }}
        />
      )}
    </PageShell>
  );
}
