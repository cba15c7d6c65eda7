import { createActor } from 'xstate'
import { type Theme, themeMachine } from '../../machines/page/theme.machine'
import { stored } from '../browser/storage'
import { tap } from './tap'

const isTheme = (value: string | null): value is Theme => value === 'system' || value === 'light' || value === 'dark'

const show = (theme: Theme) => {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** The theme that was chosen in the app, for a page beside it. */
export function applyStoredTheme() {
  const chosen = stored.theme()
  if (isTheme(chosen)) show(chosen)
}

/** The theme, remembered in this browser and shown by an attribute that the styles look at. */
export function createTheme() {
  const chosen = stored.theme()
  const machine = themeMachine.provide({
    actions: {
      applyTheme: (_, { theme }) => {
        stored.setTheme(theme)
        show(theme)
      },
    },
  })
  return createActor(machine, {
    id: 'theme',
    inspect: tap.observe,
    input: { theme: isTheme(chosen) ? chosen : 'system' },
  })
}
