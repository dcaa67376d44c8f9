/**
 * Stands for parts of `react-phone-number-input` and libphonenumber that are never reached (`browser` in
 * package.json): the handling of the caret, which is off; the versions of metadata that other than ours
 * had; and how a number is written as an address, or to be dialled in another country.
 */
export default undefined;
export const formatRFC3966 = undefined;
export const parseRFC3966 = undefined;
