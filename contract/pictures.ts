/** Base path of pictures that companies upload at the desk, on the site and on a standalone platform. */
export const PICTURES_PATH = "/-/pictures";
