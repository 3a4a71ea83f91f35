/** How issuers in tests know the product. */
export const clientId = 'mailstop'
export const clientSecret = 'a-secret-of-the-client'
