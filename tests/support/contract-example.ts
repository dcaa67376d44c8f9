import { answers, facts, position, refusal } from "../../contract/openapi/examples";

/** The examples of docs/openapi.yaml: a position with every field and fact, its answers and a refusal. */
export const contractExample = () => ({ position, answers, refusal, facts });
