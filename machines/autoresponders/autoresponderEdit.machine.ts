import type { Autoresponder } from '../../contract/autoresponders'
import type { AutoresponderUpdate } from '../../contract/extensions/autoresponders'
import {
  autoresponderEditForm,
  autoresponderEditValues,
  changedAutoresponderFields,
} from '../../contract/forms/autoresponders'
import type { InstalledPlugin } from '../../contract/plugins'
import { promiseActor } from '../actors'
import { changing, recordFlow } from '../factories/recordFlow'
import type { FlowSurroundings } from '../flowSurroundings'
import type { RecordChange } from '../recordForm'

type Row = Autoresponder & { id: string }

export interface AutoresponderEditInput extends FlowSurroundings {
  autoresponder: Row
}
interface About {
  organizationId: string | undefined
  plugins: InstalledPlugin[]
}

/** Editing an auto-responder, its text included (ML-02). */
export const autoresponderEditMachine = recordFlow({
  id: 'autoresponderEdit',
  form: autoresponderEditForm,
  valuesOf: (autoresponder: Row) => autoresponderEditValues(autoresponder),
  context: ({ organizationId }: AutoresponderEditInput): About => ({ organizationId, plugins: [] }),
  record: ({ autoresponder }) => autoresponder,
  actors: {
    fetchPlugins: promiseActor<InstalledPlugin[], { organizationId: string | undefined }>('fetchPlugins'),
    saveAutoresponder: promiseActor<void, RecordChange<AutoresponderUpdate>>('saveAutoresponder'),
  },
  load: {
    src: 'fetchPlugins',
    input: ({ organizationId }) => ({ organizationId }),
    keeps: { action: 'setPlugins', as: (plugins) => ({ plugins }) },
  },
  isReread: false,
  submit: {
    state: 'saving',
    src: 'saveAutoresponder',
    ...changing('autoresponders', changedAutoresponderFields),
    message: 'Auto-responder saved',
    done: 'saved',
  },
})
