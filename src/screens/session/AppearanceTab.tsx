import { useSelector } from '@xstate/react'
import type { Preferences } from '../../../contract/preferences'
import { Card } from '../../components/base/Card'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { SelectField, type SelectOption } from '../../components/form/SelectField'
import { useApp } from '../../app/context'
import { preferencesOf } from '../../app/preferences'

type Options<Name extends keyof Preferences> = readonly (SelectOption & { value: Preferences[Name] })[]

const themes: Options<'theme'> = [
  { value: 'system', label: 'As on this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

const densities: Options<'density'> = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
]

/** How the app looks for the person, on every device (ST-01). */
export default function AppearanceTab() {
  const preferences = preferencesOf(useApp())
  const { theme, density } = useSelector(preferences, ({ context }) => context.shown)
  // What is chosen is one of the options.
  const choose = (name: keyof Preferences) => (value: string) =>
    preferences.send({ type: 'preferences.choose', fields: { [name]: value } as Partial<Preferences> })
  return (
    <Stack>
      <Text tone="muted">What you choose is kept for you, and holds on every device on which you are signed in.</Text>
      <Card title="Appearance">
        <SelectField label="Theme" name="theme" value={theme} options={themes} onChange={choose('theme')} />
        <SelectField
          label="Density"
          name="density"
          value={density}
          options={densities}
          onChange={choose('density')}
          hint="How much of a table is seen at once"
        />
      </Card>
    </Stack>
  )
}
