import { setup } from 'xstate'

export type Theme = 'system' | 'light' | 'dark'
export type ThemeEvent = { type: 'theme.choose'; theme: Theme }

/** Light, dark, or what the system says. */
export const themeMachine = setup({
  types: { input: {} as { theme: Theme }, context: {} as { theme: Theme }, events: {} as ThemeEvent },
  actions: { applyTheme: (_, _params: { theme: Theme }) => {} },
  guards: {
    isLight: (_, params: { theme: Theme }) => params.theme === 'light',
    isDark: (_, params: { theme: Theme }) => params.theme === 'dark',
  },
}).createMachine({
  id: 'theme',
  context: ({ input }) => input,
  initial: 'starting',
  on: {
    'theme.choose': [
      { guard: { type: 'isLight', params: ({ event }) => event }, target: '.light' },
      { guard: { type: 'isDark', params: ({ event }) => event }, target: '.dark' },
      { target: '.system' },
    ],
  },
  states: {
    starting: {
      always: [
        { guard: { type: 'isLight', params: ({ context }) => context }, target: 'light' },
        { guard: { type: 'isDark', params: ({ context }) => context }, target: 'dark' },
        { target: 'system' },
      ],
    },
    system: { entry: { type: 'applyTheme', params: { theme: 'system' } } },
    light: { entry: { type: 'applyTheme', params: { theme: 'light' } } },
    dark: { entry: { type: 'applyTheme', params: { theme: 'dark' } } },
  },
})
