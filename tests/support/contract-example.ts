import { answers, facts, position, refusal } from "../../contract/openapi/examples";

/** The examples of docs/openapi.yaml: a position that asks and says whatever it can, and what follows. */
export const contractExample = () => ({ position, answers, refusal, facts });
