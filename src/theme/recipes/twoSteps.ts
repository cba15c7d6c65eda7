import { defineSlotRecipe } from '@pandacss/dev'

/** What a person takes away with them for the second step at sign-in. */
export const twoSteps = defineSlotRecipe({
  className: 'twoSteps',
  slots: ['picture', 'codes'],
  base: {
    // Dark on light in either theme, as cameras read it.
    picture: { width: '52', maxWidth: '100%', alignSelf: 'center', borderRadius: 'md', bg: 'white', fill: 'black' },
    codes: {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(15rem, 1fr))',
      gap: '1.5',
      padding: '3',
      listStyle: 'none',
      fontFamily: 'mono',
      fontSize: 'sm',
      borderWidth: '1px',
      borderColor: 'line',
      borderRadius: 'md',
      bg: 'muted',
    },
  },
})
