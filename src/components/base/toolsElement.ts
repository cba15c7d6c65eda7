export const toolsId = 'tools'

/** The bar of tools for testers, which stays usable while a dialog is open. */
export const toolsElement = () => document.getElementById(toolsId)
