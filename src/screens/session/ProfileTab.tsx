import { useSelector } from '@xstate/react'
import { preferenceChoices, type Preferences } from '../../../contract/preferences'
import { Button } from '../../components/base/Button'
import { Card } from '../../components/base/Card'
import { DescriptionList } from '../../components/base/DescriptionList'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { editIcon } from '../../components/actions/icons'
import { SelectField, type SelectOption } from '../../components/form/SelectField'
import { useApp, useSession, useWorkspace } from '../../app/context'
import { languageOf } from '../../app/notation'
import { preferencesOf } from '../../app/preferences'

/** As an example of what a language writes. */
const [amount, day] = [1234.5, new Date(2026, 10, 23)]

function languageOption(value: Preferences['language']): SelectOption {
  const language = languageOf(value)
  const name =
    value === 'browser' ? 'As in this browser' : new Intl.DisplayNames(language, { type: 'language' }).of(language)
  const number = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(amount)
  // English is written as the app writes it, whichever it is.
  const date = /^en\b/.test(language)
    ? '23 Nov'
    : new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' }).format(day)
  return { value, label: `${capital(name ?? value, language)}: ${number} · ${date}` }
}
const capital = (name: string, language: string) => name.charAt(0).toLocaleUpperCase(language) + name.slice(1)

const clocks: readonly (SelectOption & { value: Preferences['clock'] })[] = [
  { value: 'language', label: 'As the language has it' },
  { value: '12', label: '12 hours: 2:25 PM' },
  { value: '24', label: '24 hours: 14:25' },
]

/** One's own profile, and how numbers and dates are written for oneself (ST-01, SE-09). */
export default function ProfileTab() {
  const app = useApp()
  const workspace = useWorkspace()
  const user = useSession(({ context }) => context.user)
  const preferences = preferencesOf(app)
  const { language, clock } = useSelector(preferences, ({ context }) => context.shown)
  // What is chosen is one of the options.
  const choose = (name: keyof Preferences) => (value: string) =>
    preferences.send({ type: 'preferences.choose', fields: { [name]: value } as Partial<Preferences> })
  if (!user) return null
  return (
    <Stack>
      <Card
        title="Profile"
        action={
          <Button
            variant="outline"
            onClick={() =>
              workspace.send({ type: 'open.profileEdit', recordId: user.id ?? undefined, input: { user } })
            }
          >
            {editIcon}
            Edit
          </Button>
        }
      >
        <DescriptionList
          entries={[
            { term: 'Name', detail: user.name },
            { term: 'Email', detail: user.email },
            { term: 'Organization Name', detail: user.organizationName },
          ]}
        />
      </Card>
      <Card title="Numbers and dates">
        <Text tone="muted">What you choose is kept for you, and holds on every device on which you are signed in.</Text>
        <SelectField
          label="Language of numbers and dates"
          name="language"
          value={language}
          options={preferenceChoices.language.map(languageOption)}
          onChange={choose('language')}
          hint="Words stay English"
        />
        <SelectField label="Hours of the day" name="clock" value={clock} options={clocks} onChange={choose('clock')} />
      </Card>
    </Stack>
  )
}
