/** The content security policy of what is no page: it loads nothing, and nobody frames it. */
export const policyOfNoPage = "default-src 'none';frame-ancestors 'none'"
