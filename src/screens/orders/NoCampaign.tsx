import { ActionButton } from '../../components/actions/ActionButton'
import { Row } from '../../components/base/Row'
import { Text } from '../../components/base/Text'
import { keepFocus } from '../../components/form/keepFocus'
import { newCampaign } from '../campaigns/actions'

/** Nothing is on sale, which a new campaign mends. */
export default function NoCampaign() {
  return (
    // Else the message about the field that is left moves the button from under the pointer.
    <div onMouseDown={keepFocus}>
      <Row>
        <Text tone="muted">No campaign is on sale yet. What you type stays among your drafts.</Text>
        <ActionButton action={newCampaign} row={null} size="sm" variant="outline" />
      </Row>
    </div>
  )
}
