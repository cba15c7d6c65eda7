import { Tabs as Ark } from '@ark-ui/react/tabs'
import type { ReactNode } from 'react'
import { tabs as tabsRecipe } from '../../../styled-system/recipes/tabs'

interface TabsProps<Id extends string> {
  /** What the tabs are about, for screen readers. */
  label: string
  tabs: readonly { id: Id; label: string }[]
  value: Id
  onChange: (id: Id) => void
  /** The selected tab's panel. */
  children: ReactNode
}

export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: TabsProps<Id>) {
  const styles = tabsRecipe()
  const choose = (id: string) => {
    const tab = tabs.find((candidate) => candidate.id === id)
    if (tab) onChange(tab.id)
  }
  return (
    <Ark.Root className={styles.root} value={value} onValueChange={(change) => choose(change.value)}>
      <Ark.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Ark.Trigger key={tab.id} value={tab.id} className={styles.trigger}>
            {tab.label}
          </Ark.Trigger>
        ))}
      </Ark.List>
      <Ark.Content key={value} value={value} className={styles.content}>
        {children}
      </Ark.Content>
    </Ark.Root>
  )
}
