import { createActor } from 'xstate'
import { type Theme, themeMachine } from '../../machines/page/theme.machine'
import { stored } from '../browser/storage'
import { tap } from './tap'

/** The theme, remembered in this browser and shown by an attribute that the styles look at. */
export function createTheme() {
  const { dataset } = document.documentElement
  const machine = themeMachine.provide({
    actions: {
      applyTheme: (_, { theme }) => {
        stored.setTheme(theme)
        if (theme === 'system') delete dataset['theme']
        else dataset['theme'] = theme
      },
    },
  })
  return createActor(machine, {
    id: 'theme',
    inspect: tap.observe,
    // It is shown already, by src/theme/chosenTheme.js, which knows no others.
    input: { theme: (dataset['theme'] as Theme | undefined) ?? 'system' },
  })
}
