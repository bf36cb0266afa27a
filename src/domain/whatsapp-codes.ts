/** Codes of WhatsApp's answers, which are those of HTTP. */
export const BAD_REQUEST = 400
/** Too much was asked in too short a time. */
export const RATE_LIMITED = 429
/** From here on the fault is the server's. */
export const SERVER_ERROR_MIN = 500
