// Every page with a receipt has loaded these, or soon will. Named here, they stay in one file with all
// that both parts need; cut into files of their own, that costs the form 900 bytes.
import "../../ui/browser/hydrate-island";
import "./application-form";

export { ReceiptNotice } from "../receipt/receipt-notice";
