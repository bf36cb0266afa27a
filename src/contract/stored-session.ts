/** Key of the token in the browser's storage; the page's document looks whether there is one. */
export const TOKEN_KEY = 'token'
