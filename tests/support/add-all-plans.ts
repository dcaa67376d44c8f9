import metadata from "libphonenumber-js/min/metadata";
import { addPlans } from "../../app/application/phone/numbering";

// As in a browser that has loaded the numbering plans of all countries.
addPlans(metadata);
