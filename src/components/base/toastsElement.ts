export const toastsId = 'notifications'

/** The toasts stay usable while a dialog is open, and pressing one does not close the dialog. */
export const toastsElement = () => document.getElementById(toastsId)
