import type { Applied } from "../application/intake/handle-form.server";
import { ReceiptGone } from "../application/receipt/receipt-gone";
import { ReceiptNotice, type ReceiptNoticeProps } from "../application/receipt/receipt-notice";
import { receiptParameter } from "../addresses";
import { Island } from "../ui/page/island";
import { PageShell } from "../ui/page/page-shell";
import { FormPage } from "./form-page";
import type { PageContent } from "./page-content.server";
import { PositionShell } from "./position-shell";
import { PreviewPage } from "./preview-page";

interface PositionContentProps {
  content: PageContent;
  /** The result of a posted form. */
  posted: Applied | undefined;
}

/** A position's page: its form or a receipt. */
export function PositionContent({ content, posted }: PositionContentProps) {
  switch (content.shows) {
    case "form":
      return <FormPage {...content} posted={posted} />;
    case "receipt":
      return (
        <PositionShell
          position={content.position}
          kept={content.receipt.parameter}
          receipt={<Receipt notice={content.receipt.notice} />}
        />
      );
    case "receipt-gone":
      if (posted) return <FormPage {...content} posted={posted} />;
      return (
        <PositionShell
          position={content.position}
          kept={receiptParameter(content.receiptId)}
          receipt={
            <ReceiptGone
              id={content.receiptId}
              positionUuid={content.position.page.positionUuid}
              company={content.position.company.name}
              action={content.position.href}
              careerSiteHref={content.position.company.href}
              keptMs={content.keptMs}
              language={content.language}
            />
          }
        />
      );
    case "preview":
      return <PreviewPage position={content.position} token={content.token} />;
    case "receipt-alone":
      return (
        <PageShell
          company={content.receipt.company}
          language={content.language}
          keptQuery={content.receipt.parameter}
        >
          <main className="position-sent" id="content">
            <div className="receipt-page">
              <Receipt notice={content.receipt.notice} />
            </div>
          </main>
        </PageShell>
      );
  }
}

const Receipt = ({ notice }: { notice: ReceiptNoticeProps }) => (
  <Island name="receipt" component={ReceiptNotice} props={notice} />
);
