import { useState } from 'react'
import type { ChosenRights } from '../../../contract/forms/collaborations'
import type { SharedRight } from '../../../contract/rules/collaborations'
import { formatCount } from '../../components/base/format'
import { Stack } from '../../components/base/Stack'
import { Text } from '../../components/base/Text'
import { SelectField } from '../../components/form/SelectField'
import { TextField } from '../../components/form/TextField'
import { rightTexts } from '../../../contract/rules/partnerTexts'

interface RightFieldsProps {
  campaigns: readonly {
    id: string
    name: string | null | undefined
    /** The most that can be chosen. */
    most: SharedRight
  }[]
  /** What it says of a campaign that is not chosen. */
  none: string
  value: ChosenRights
  error: string | undefined
  disabled: boolean
  onChange: (value: ChosenRights) => void
  onBlur: () => void
}

/** How many are shown at once, beside those that are chosen. */
const few = 12

/** Of each campaign whether the partner sees it, and whether they sell in it. */
export function RightFields({ campaigns, none, value, error, disabled, onChange, onBlur }: RightFieldsProps) {
  const choose = (id: string, right: string) => {
    const { [id]: _, ...others } = value
    onChange(right === '' ? others : { ...others, [id]: right === 'sell' ? 'sell' : 'see' })
  }
  const [wanted, setWanted] = useState('')
  const isChosen = ({ id }: { id: string }) => value[id] !== undefined
  const sought = wanted.trim().toLowerCase()
  const found = campaigns.filter((one) => !isChosen(one) && (one.name || one.id).toLowerCase().includes(sought))
  const near = new Set(found.slice(0, few))
  const shown = campaigns.filter((one) => isChosen(one) || near.has(one))
  return (
    <Stack gap="sm">
      {campaigns.length > few && (
        <TextField
          name="campaigns.find"
          label="Find a campaign"
          value={wanted}
          hint={found.length > few ? `${formatCount(found.length - few)} more are found by their names.` : undefined}
          error={shown.length === 0 ? error : undefined}
          disabled={disabled}
          // Whoever looks for a campaign sends nothing yet.
          inputProps={{ onKeyDown: (event) => event.key === 'Enter' && event.preventDefault() }}
          onChange={setWanted}
        />
      )}
      {shown.map(({ id, name, most }, index) => (
        <SelectField
          key={id}
          name={`campaigns.${id}`}
          label={name || id}
          value={value[id] ?? ''}
          placeholder={none}
          options={(most === 'sell' ? (['see', 'sell'] as const) : (['see'] as const)).map((right) => ({
            value: right,
            label: rightTexts[right],
          }))}
          error={index === 0 ? error : undefined}
          disabled={disabled}
          onChange={(right) => choose(id, right)}
          onBlur={onBlur}
        />
      ))}
      {campaigns.length === 0 && <Text tone="muted">There is no campaign to share.</Text>}
    </Stack>
  )
}
