/** Stands for a token in code examples; the reader replaces it. A real token has another form. */
export const placeholderToken = 'YOUR_API_TOKEN'
