import metadata from "libphonenumber-js/min/metadata";
import { addPlans } from "~/app/application/phone/numbering";

// Simulates a browser that has loaded every country's numbering plan.
addPlans(metadata);
