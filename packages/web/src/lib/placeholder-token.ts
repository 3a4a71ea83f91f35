/** In code that is shown: to be replaced by the reader. It has the form of no token. */
export const placeholderToken = 'YOUR_API_TOKEN'
