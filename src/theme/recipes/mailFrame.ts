import { defineRecipe } from '@pandacss/dev'

/** The body of a mail: paper in either theme, as mails are written for it. */
export const mailFrame = defineRecipe({
  className: 'mailFrame',
  base: {
    display: 'block',
    width: '100%',
    height: '24rem',
    borderRadius: 'sm',
    borderWidth: '1px',
    borderColor: 'line',
    bg: 'white',
    colorScheme: 'light',
  },
})
