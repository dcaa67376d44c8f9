import metadata from "libphonenumber-js/min/metadata";
import { addPlans } from "../../app/application/phone/numbering";

// As in a browser where the plans of every country have loaded.
addPlans(metadata);
